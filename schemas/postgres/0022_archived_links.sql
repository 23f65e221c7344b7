-- An archived link is left out of lists. It is part of the index by which lists are counted, and the archived ones have a
-- small index of their own, so that lists by clicks need not read the others.
alter table links add column archived boolean not null default false;
create index links_archived on links (account_id, id) where archived;
drop index links_account;
create index links_account on links (account_id, created_at desc, id desc) include (archived);
