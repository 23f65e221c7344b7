-- The workers look twice a second for links that have expired. Without those in the trash, of which they would read each one.
-- Apart from other changes: links are read while the index is built. The next migration drops the former index.
create index links_expiring on links (expires_at) where expires_at is distinct from announced_expiry and trashed_at is null;
