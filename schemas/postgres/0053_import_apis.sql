-- Imports that read the API of a service instead of a file.
alter table imports add column base_url text;

-- How far the API was read. The row is deleted when nothing more is read, and its token with it.
create table import_sources (
  import_id uuid primary key references imports on delete cascade,
  -- Encrypted.
  token text not null,
  -- The next page, in the terms of the service; null before the first one.
  cursor jsonb,
  -- Number of the last link that was read.
  position integer not null default 0
);
