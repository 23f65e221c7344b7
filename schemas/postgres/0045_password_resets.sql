-- Links that set a new password, once. The token is stored as its SHA-256.
create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id, created_at);
create index password_resets_expires_at on password_resets (expires_at);
