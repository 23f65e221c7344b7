-- Lists are counted in an index that knows what is archived, and the archived links have a small index of their own, so that
-- lists by clicks need not read the others. Apart from the column: links are read while indexes are built.
create index links_archived on links (account_id, id) where archived;
create index links_listed on links (account_id, created_at desc, id desc) include (archived);
drop index links_account;
alter index links_listed rename to links_account;
