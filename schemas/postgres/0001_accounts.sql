create table accounts (
  id uuid primary key,
  name text not null,
  plan text not null check (plan in ('free', 'pro', 'business', 'enterprise')),
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table memberships (
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'member')),
  primary key (account_id, user_id)
);

-- secret_hash is the SHA-256 of the whole key; prefix is what a person may see of it.
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  prefix text not null,
  secret_hash bytea not null unique,
  permissions text[] not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index api_keys_account on api_keys (account_id, created_at);
