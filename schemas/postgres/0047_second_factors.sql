-- Authenticator apps (TOTP). The secret is encrypted. Without confirmed_at, the app is being set up, and sign-in does not ask
-- for its codes. A code works once: last_step is the time step of the last one. failures: wrong codes since failed_since.
create table authenticators (
  user_id uuid primary key references users on delete cascade,
  secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step integer not null default 0,
  failures integer not null default 0,
  failed_since timestamptz not null default now()
);

-- Codes that replace the app, once each. They are stored as their SHA-256.
create table recovery_codes (
  user_id uuid not null references authenticators on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Between the password and the code. The token is stored as its SHA-256.
create table sign_in_tickets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_tickets_user on sign_in_tickets (user_id, created_at);
create index sign_in_tickets_expires_at on sign_in_tickets (expires_at);

-- Failed sign-ins of a user since a time, which limits their entries in the audit log.
create table failed_sign_ins (
  user_id uuid primary key references users on delete cascade,
  since timestamptz not null default now(),
  count integer not null
);

-- Passkeys (WebAuthn). counter: how often the authenticator has signed, 0 if it does not count.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- What a passkey must sign, once. Stored as its SHA-256. session_id is null for a sign-in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  session_id bytea references sessions on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_session on passkey_challenges (session_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);
