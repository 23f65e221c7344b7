-- When the link was moved to the trash. Its slug stays reserved until it is deleted.
alter table links add column trashed_at timestamptz;

-- Names and colors that a user has set. Tags are compared without case; objects carry them by name, and a tag without a row
-- exists as long as an object has it.
create table tags (
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  color text not null,
  created_at timestamptz not null default now()
);
create unique index tags_name on tags (account_id, lower(name));
