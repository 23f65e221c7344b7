-- Imports that read the API of a service instead of a file.
alter table imports
  add column base_url text,
  -- Whether single visits are imported, where the source has them.
  add column with_visits boolean not null default true,
  add column visits_found integer not null default 0,
  add column visits_stored integer not null default 0;

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

-- Links of an import whose visits are still to be read.
create table import_visits (
  import_id uuid not null references imports on delete cascade,
  position integer not null,
  link_id uuid not null,
  -- The link in the terms of the service.
  path text not null,
  page integer not null default 1,
  primary key (import_id, position)
);
