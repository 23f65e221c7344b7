-- The key that created this one; null for one that a user or the command line created. Revoking a key revokes all below it.
alter table api_keys add column parent_key_id uuid references api_keys on delete cascade;
create index api_keys_parent on api_keys (parent_key_id) where parent_key_id is not null;

-- When the user of the session last entered the password.
alter table sessions add column confirmed_at timestamptz;
update sessions set confirmed_at = created_at;
alter table sessions
  alter column confirmed_at set default now(),
  alter column confirmed_at set not null;

-- The key that encrypts stored secrets, by its id: every machine must have the same one.
create table encryption_key (
  is_only boolean primary key default true check (is_only),
  key_id text not null
);
