-- Keys that sign access tokens; the newest signs. They stand here as they are: a token is worth something only with the
-- secret of a grant, of which this database has only the hash.
create table oauth_signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- Registered programs. secret_hash is null for those that cannot keep a secret.
create table oauth_clients (
  id text primary key,
  secret_hash bytea,
  token_endpoint_auth_method text not null check (
    token_endpoint_auth_method in ('client_secret_post', 'client_secret_basic', 'none')
  ),
  client_name text not null,
  redirect_uris text[] not null,
  grant_types text[] not null,
  response_types text[] not null,
  scopes text[] not null,
  logo_uri text,
  client_uri text,
  policy_uri text,
  tos_uri text,
  contacts text[],
  created_at timestamptz not null default now(),
  check ((secret_hash is null) = (token_endpoint_auth_method = 'none'))
);
create index oauth_clients_created on oauth_clients (created_at);

-- What a user has allowed a client, for good.
create table oauth_consents (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  client_id text not null references oauth_clients on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, user_id, client_id)
);
create index oauth_consents_user on oauth_consents (user_id);
create index oauth_consents_client on oauth_consents (client_id);

-- One completed authorization: its code, then the family of its tokens. Codes and secrets by their SHA-256. secret_hash is
-- that of what every access token of the grant carries; it is set when the code is redeemed.
create table oauth_grants (
  id uuid primary key,
  client_id text not null references oauth_clients on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  scopes text[] not null,
  audience text[] not null,
  code_hash bytea not null unique,
  code_expires_at timestamptz not null,
  redirect_uri text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('S256', 'plain')),
  secret_hash bytea unique,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  redeemed_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_account on oauth_grants (account_id, client_id);
create index oauth_grants_user on oauth_grants (user_id);
create index oauth_grants_ends on oauth_grants (ends_at);

create table oauth_refresh_tokens (
  token_hash bytea primary key,
  grant_id uuid not null references oauth_grants on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (grant_id);
create index oauth_refresh_tokens_expires on oauth_refresh_tokens (expires_at);
