-- Roles are those of schemas/roles.ts. Nobody ever had the role member.
alter table memberships drop constraint memberships_role_check;
update memberships set role = 'editor' where role = 'member';
alter table memberships
  add constraint memberships_role_check check (role in ('owner', 'admin', 'editor', 'viewer')),
  add column created_at timestamptz not null default now(),
  -- When the user last opened the account. Sign-in opens the one that was opened last.
  add column opened_at timestamptz not null default now();
update memberships
set created_at = users.created_at
from users
where users.id = memberships.user_id;
create index memberships_user on memberships (user_id);

-- The user who created the key, also through another key; null for the command line, and for keys before this column. The
-- key can do no more than the role of that user. kept_role is their last role, once they are no longer a member.
alter table api_keys
  add column created_by uuid references users on delete set null,
  add column kept_role text check (kept_role in ('owner', 'admin', 'editor', 'viewer'));

-- Links that make their user a member, once. The token is stored as its SHA-256. email: only a user with this email can
-- accept; null: anyone who has the link. created_by is null for the command line.
create table invitations (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  email text,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  token_hash bytea not null unique,
  created_by uuid references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invitations_account on invitations (account_id, created_at);
create index invitations_expires_at on invitations (expires_at);
