-- Single visits of a file that were read, and are not stored as clicks yet.
alter table import_parts
  drop constraint import_parts_kind_check,
  add constraint import_parts_kind_check check (kind in ('file', 'links', 'archive', 'visits'));

-- Workers leave imports that need a later version to others.
alter table imports add column needs_version integer not null default 1;
