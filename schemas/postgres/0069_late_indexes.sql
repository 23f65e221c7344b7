-- Apart from their columns (0027 and 0051): links are read while indexes are built.
-- Workers announce these limits. Few links have any.
create index if not exists links_used_up on links (id) where limit_used is not null and not limit_announced;
-- For the workers, which apply what is due.
create index if not exists links_scheduled on links (((schedules -> 0 ->> 'at') collate "C"))
where schedules <> '[]' and trashed_at is null;
