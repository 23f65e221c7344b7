-- Reports leave a deleted link out until the click store has confirmed that its clicks are gone: purges is 3 then. Deletions
-- that were purged for the last time before are taken as confirmed.
update deleted_links set purges = 3 where purges = 2;
create index deleted_links_left on deleted_links (deleted_at) where purges < 3;
drop index deleted_links_to_purge;
create index deleted_links_unpurged on deleted_links (account_id, deleted_at desc) where purges < 3;

-- Tags are compared without case, in lists as in analytics.
create function folded_tags(tags text[]) returns text[]
language sql immutable strict parallel safe
return array(select lower(tag) from unnest(tags) as tag);
create index links_folded_tags on links using gin (folded_tags(tags));
create index qr_codes_folded_tags on qr_codes using gin (folded_tags(tags));
drop index links_tags;
drop index qr_codes_tags;

-- The URL of the last attempt, which the log shows even after the webhook has another one. null before the first attempt, and
-- for attempts before this column.
alter table webhook_deliveries add column url text;
-- A failing endpoint is tried with its oldest due event.
create index webhook_deliveries_oldest on webhook_deliveries (webhook_id, created_at, id)
where next_attempt_at is not null;

-- An endpoint that has never accepted an event is disabled sooner. Endpoints that exist are taken as working.
alter table webhooks add column has_succeeded boolean not null default true;
alter table webhooks alter column has_succeeded set default false;

-- The last account of a deleted subdomain, for which it stays reserved for some time.
create table released_subdomains (
  host text primary key,
  account_id uuid not null,
  released_at timestamptz not null default now()
);
create index released_subdomains_released_at on released_subdomains (released_at);
