-- The apps that open the links of a domain: {ios: {app_ids, store_url}, android: {package_name, sha256_fingerprints, store_url}}.
-- Each can be null.
alter table domains add column app_links jsonb;

-- Whether visits go to fallback_url while checks find the destination dead.
alter table links add column use_fallback_when_dead boolean not null default false;
