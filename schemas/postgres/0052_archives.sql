-- Archives of whole accounts are imports too. contents: {kind: {found, imported}}, with the objects of each kind. archive: parts
-- of an archive that are not imported yet, in the order of their numbers.
alter table imports add column contents jsonb;
alter table import_parts
  drop constraint import_parts_kind_check,
  add constraint import_parts_kind_check check (kind in ('file', 'links', 'archive'));

-- The object of the account for each object of an archive; null for objects that are not imported. is_new: this import created
-- it, so that its codes, tests and clicks are imported too.
create table import_ids (
  import_id uuid not null references imports on delete cascade,
  kind text not null,
  source_id uuid not null,
  target_id uuid,
  is_new boolean not null,
  primary key (import_id, kind, source_id)
);

-- An account that is imported keeps the ids of its clicks, also next to the account that it was exported from. A click is in
-- one test, so that nothing changes for others.
create unique index conversions_test_click on conversions (test_id, click_id, event_name);
drop index conversions_click;
