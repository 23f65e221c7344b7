-- What the latest check of the destination of a link found. Workers add a row for each active link.
create table destination_checks (
  link_id uuid primary key references links on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- SHA-256 of the destination. What was found about another one is not shown.
  url_hash bytea not null,
  -- null before the first check.
  state text check (state in ('ok', 'failing', 'dead', 'unknown')),
  problem text,
  status_code int,
  failures int not null default 0,
  failing_since timestamptz,
  title text,
  previous_title text,
  title_changed_at timestamptz,
  certificate_expires_at timestamptz,
  checked_at timestamptz,
  -- A worker that checks it moves this ahead by some minutes, so that no other does.
  next_at timestamptz not null
);
create index destination_checks_next on destination_checks (next_at);
create index destination_checks_failed on destination_checks (account_id, state) where state in ('failing', 'dead');
create index destination_checks_account on destination_checks (account_id);

-- How far the workers have looked for links without a check. One row.
create table destination_walk (
  is_only boolean primary key default true check (is_only),
  last_link_id uuid not null,
  next_at timestamptz not null
);
insert into destination_walk (last_link_id, next_at) values ('00000000-0000-0000-0000-000000000000', now());

alter table accounts add column checks_destinations boolean not null default true;
