-- The workers look twice a second for links that have expired. Without those in the trash, of which they would read each one.
-- Apart from other changes: links are read while the index is built.
create index links_expiring on links (expires_at) where expires_at is distinct from announced_expiry and trashed_at is null;
drop index links_to_expire;
alter index links_expiring rename to links_to_expire;
