-- A run that brings links in from another service: it reads the source completely (analysis), then creates links (import).
create table imports (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  source text not null,
  state text not null default 'running' check (state in ('running', 'ready', 'paused', 'completed', 'failed')),
  phase text not null default 'analysis' check (phase in ('analysis', 'import')),
  -- Where links without a domain of the account are created.
  domain_id uuid references domains on delete set null,
  conflict text not null check (conflict in ('skip', 'rename', 'overwrite')),
  dry_run boolean not null,
  tags text[] not null,
  file_name text,
  -- {encoding, delimiter, columns} of the file.
  layout jsonb,
  -- Each time a worker takes the run, it gets the next number. Only the worker with the latest number can write.
  turn integer not null default 0,
  -- When a worker should take it; null while nothing is to be done.
  due_at timestamptz default now() check ((due_at is not null) = (state = 'running')),
  -- Turns in a row that ended with an error.
  failures integer not null default 0,
  found integer not null default 0,
  invalid integer not null default 0,
  conflicts integer not null default 0,
  already_imported integer not null default 0,
  -- {note: number of links}, of what cannot be carried over.
  notes jsonb not null default '{}',
  created integer not null default 0,
  renamed integer not null default 0,
  overwritten integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
create index imports_account on imports (account_id, created_at desc, id desc);
create index imports_due on imports (due_at) where due_at is not null;

-- What is still to be done: pieces of the uploaded file, then links that were read and are not imported yet.
create table import_parts (
  import_id uuid not null references imports on delete cascade,
  kind text not null check (kind in ('file', 'links')),
  part integer not null,
  content bytea not null,
  primary key (import_id, kind, part)
);

-- What became of each link of a source.
create table import_items (
  import_id uuid not null references imports on delete cascade,
  position integer not null,
  account_id uuid not null,
  -- The link in its service, by which a later import finds it again. null if the source has no name for it.
  source_key text,
  source_url text,
  outcome text not null check (outcome in ('created', 'renamed', 'overwritten', 'skipped', 'failed', 'invalid')),
  link_id uuid,
  message text,
  primary key (import_id, position)
);
create index import_items_source on import_items (account_id, source_key) where link_id is not null;
