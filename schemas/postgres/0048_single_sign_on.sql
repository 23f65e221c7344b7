-- The OpenID provider of an account. client_secret is encrypted. role: of members that a sign-in creates.
create table single_sign_on (
  account_id uuid primary key references accounts on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  role text not null check (role in ('editor', 'viewer')),
  is_required boolean not null
);

-- Domains of email addresses whose users may become members. They count while they are verified.
create table single_sign_on_domains (
  account_id uuid not null references single_sign_on on delete cascade,
  domain_id uuid not null references domains on delete cascade,
  primary key (account_id, domain_id)
);
create index single_sign_on_domains_domain on single_sign_on_domains (domain_id);

-- Who a member is at the provider of the account. A link is valid in this account only, and ends with the membership.
-- is_own: the user made the link while signed in with the password, so that it may also open the account as its owner.
create table identities (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  issuer text not null,
  subject text not null,
  is_own boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (account_id, issuer, subject),
  unique (account_id, user_id, issuer),
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index identities_user on identities (user_id);

-- Sign-ins on their way to a provider and back. state and the secret of the browser are stored as their SHA-256; nonce and
-- code verifier are derived from the secret. session_id: an open session that is to be linked or confirmed.
create table sign_in_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  account_id uuid not null references single_sign_on on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'link', 'confirm')),
  session_id bytea references sessions on delete cascade,
  next text not null,
  expires_at timestamptz not null
);
create index sign_in_attempts_expires_at on sign_in_attempts (expires_at);
create index sign_in_attempts_session on sign_in_attempts (session_id) where session_id is not null;
create index sign_in_attempts_account on sign_in_attempts (account_id);

-- Opened with single sign-on of this account, so it reaches no other account. null: opened with the password.
alter table sessions add column provider_account_id uuid references accounts on delete cascade;
create index sessions_provider on sessions (provider_account_id) where provider_account_id is not null;
