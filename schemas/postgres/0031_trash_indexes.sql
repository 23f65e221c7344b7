-- Lists leave out links in the trash, as they leave out archived ones. Apart from the columns: links are read while indexes
-- are built.
create index links_unlisted on links (account_id, id) where archived or trashed_at is not null;
create index links_listed on links (account_id, created_at desc, id desc) include (archived, trashed_at);
drop index links_archived;
drop index links_account;
alter index links_listed rename to links_account;
-- The trash itself, and what is due in it.
create index links_trashed on links (trashed_at) where trashed_at is not null;
