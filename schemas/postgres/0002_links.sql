-- One row per host that serves short links. The base domain belongs to nobody.
create table domains (
  id uuid primary key,
  account_id uuid references accounts on delete cascade,
  type text not null check (type in ('standard', 'subdomain', 'branded')),
  host text not null unique,
  created_at timestamptz not null default now()
);

-- The order of all changes of links: a change takes its rev inside the advisory lock of (domain_id, code).
create sequence link_rev;

create table links (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  domain_id uuid not null references domains,
  code text not null,
  is_custom_alias boolean not null,
  rev bigint not null,
  url text not null,
  name text,
  redirect_type smallint not null default 302 check (redirect_type in (301, 302, 307, 308)),
  forward_query boolean not null default true,
  tracking_enabled boolean not null default true,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index links_code on links (domain_id, code);
create index links_account on links (account_id, created_at desc, id desc);

-- Counted by the click workers, in a narrow table of its own: updates stay on their page (fillfactor) and off the wide rows.
create table link_counts (
  link_id uuid primary key,
  clicks bigint not null default 0,
  last_clicked_at timestamptz
) with (fillfactor = 50);

-- Clicks of these links are no longer stored; a row stays until no batch can still carry one.
-- Stored ones are purged at once (1), and again when no try that began before the deletion can still write (2).
create table deleted_links (
  link_id uuid primary key,
  account_id uuid not null,
  deleted_at timestamptz not null default now(),
  purges smallint not null default 0
);
create index deleted_links_deleted_at on deleted_links (deleted_at);
create index deleted_links_to_purge on deleted_links (deleted_at) where purges < 2;

-- Work that a committed change still owes another store, one row per target. The relay re-reads the current state.
create table outbox (
  id bigint generated always as identity primary key,
  target text not null check (target in ('redis')),
  domain_id uuid not null,
  code text not null,
  rev bigint not null,
  created_at timestamptz not null default now()
);

-- What happened, for webhooks: written in the transaction of the change.
create table webhook_messages (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index webhook_messages_created_at on webhook_messages (created_at);
