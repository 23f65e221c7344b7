-- Reports leave a deleted link out until the click store has confirmed that its clicks are gone: purges is 3 then. Deletions
-- that were purged for the last time before are taken as confirmed.
update deleted_links set purges = 3 where purges = 2;
create index deleted_links_left on deleted_links (deleted_at) where purges < 3;
drop index deleted_links_to_purge;
create index deleted_links_unpurged on deleted_links (account_id, deleted_at desc) where purges < 3;
