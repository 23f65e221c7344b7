-- The click limit that visits of an untracked link used up: no click is stored that would count toward it. Null if none did
-- since the link has a limit.
alter table links add column limit_used bigint;
