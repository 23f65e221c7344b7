-- Signed-in browsers. id is the SHA-256 of the token in the cookie; device is what the session list shows ("Firefox on Linux").
-- expires_at moves on with use, up to a limit counted from created_at.
create table sessions (
  id bytea primary key,
  user_id uuid not null references users on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  device text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id, created_at);
create index sessions_account on sessions (account_id);
create index sessions_expires_at on sessions (expires_at);

-- Tokens that open the set-up page while there is no user, by their SHA-256. Each process that starts then has one.
create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz not null default now()
);
