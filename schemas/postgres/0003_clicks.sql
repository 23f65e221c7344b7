-- The ledger of click batches: one spool segment, one job, one insert, one row here.
create table click_batches (
  batch_id uuid primary key,
  rows integer not null,
  attempts integer not null default 1,
  claimed_at timestamptz not null default now(),
  stored_at timestamptz
);
create index click_batches_claimed_at on click_batches (claimed_at);

-- Salts of visitor ids, one per window. Destroyed a day after their window: then no id can be traced to an address.
create table visitor_salts (
  window_start date primary key,
  salt bytea not null,
  created_at timestamptz not null default now()
);
