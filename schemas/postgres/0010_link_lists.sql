-- Search finds parts of names, codes and destinations: by trigrams, over all three at once.
create extension if not exists pg_trgm;
create index links_search on links
using gin (lower(coalesce(name, '') || chr(10) || code || chr(10) || url) gin_trgm_ops);

-- Lists by name and by expiry, where links without a value come last either way: so each way has an index of its own.
create index links_name on links (account_id, lower(name), id);
create index links_name_down on links (account_id, lower(name) desc nulls last, id desc);
create index links_expiry on links (account_id, expires_at, id);
create index links_expiry_down on links (account_id, expires_at desc nulls last, id desc);
