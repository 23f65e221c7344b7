-- Imports that read the API of a service instead of a file.
alter table imports
  add column base_url text,
  -- Whether single visits are imported, where the source has them.
  add column with_visits boolean not null default true,
  add column visits_found integer not null default 0,
  add column visits_stored integer not null default 0;

-- How far the API was read. The row is deleted when nothing more is read, and its token with it.
create table import_sources (
  import_id uuid primary key references imports on delete cascade,
  -- Encrypted.
  token text not null,
  -- {next: the next page, in the terms of the service}; null before the first one.
  cursor jsonb,
  -- Number of the last link that was read.
  position integer not null default 0
);

-- Links of an import whose visits are still to be read.
create table import_visits (
  import_id uuid not null references imports on delete cascade,
  position integer not null,
  link_id uuid not null,
  -- The link in the terms of the service.
  path text not null,
  page integer not null default 1,
  primary key (import_id, position)
);

-- The comparison of the old short URLs of an import with its links.
create table import_verifications (
  import_id uuid primary key references imports on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- Domains that may be requested.
  hosts text[] not null,
  per_second integer not null,
  state text not null default 'running' check (state in ('running', 'completed')),
  -- Each time a worker takes it, it gets the next number. Only the worker with the latest number can write.
  turn integer not null default 0,
  due_at timestamptz default now() check ((due_at is not null) = (state = 'running')),
  -- The last link that was compared.
  position integer not null default 0,
  total integer not null,
  checked integer not null default 0,
  different integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index import_verifications_due on import_verifications (due_at) where due_at is not null;

create table import_differences (
  import_id uuid not null references import_verifications on delete cascade,
  position integer not null,
  link_id uuid not null,
  source_url text not null,
  kind text not null check (kind in ('destination', 'status', 'redirect_type', 'unreachable')),
  source_status integer,
  source_destination text,
  status integer,
  destination text,
  message text,
  primary key (import_id, position)
);
