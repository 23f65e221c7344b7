-- The click limit that visits of an untracked link used up: no click is stored that would count toward it. Null if none did
-- since the link has a limit.
alter table links add column limit_used bigint;
-- Workers announce these limits. Few links have any.
create index links_used_up on links (id) where limit_used is not null and not limit_announced;
