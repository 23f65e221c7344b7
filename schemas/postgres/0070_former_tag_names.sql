-- Names that objects may still have, because the rename of the tag has not ended.
alter table tags add column former_names text[] not null default '{}';
