-- Finished days (UTC) of accounts with many clicks, whose reports are read from rollups in ClickHouse. A batch with clicks of
-- such a day raises its generation before it inserts them. A report uses a day only if the generation is the one that was
-- built.
create table click_rollups (
  account_id uuid not null,
  -- The first day, and how many days are built as one: the days of a window of visitor ids.
  day date not null,
  days smallint not null,
  -- Clicks of the day when it was added.
  clicks bigint not null,
  generation bigint not null default 0,
  changed_at timestamptz not null default now(),
  -- The rows in ClickHouse.
  build uuid,
  built_generation bigint,
  primary key (account_id, day)
);

create index click_rollups_to_build on click_rollups (changed_at) where built_generation is distinct from generation;
create index click_rollups_of_build on click_rollups (build);

-- All days before it were checked for accounts with many clicks.
create table click_rollup_progress (
  only_row boolean primary key default true check (only_row),
  checked_before date not null default '1970-01-01'
);
insert into click_rollup_progress default values;

-- Builds whose rows are to be deleted from ClickHouse: replaced ones, and each new one until it is published.
create table discarded_builds (
  build uuid primary key,
  discarded_at timestamptz not null default now()
);
