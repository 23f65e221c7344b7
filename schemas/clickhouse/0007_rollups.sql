-- Finished days of accounts with many clicks, without bots: clicks and visitors by the values of one level of a report, such
-- as a country or a country and a region. A level without columns is the total of a link, or of all links if link_id is zero.
-- Visitors are numbers, because visitor ids are new in each window, and a day is a whole window (or several are, see `days`
-- in Postgres). Only the build that Postgres names for a day counts; docs/decisions/0030-rollups.md.
create table click_rollups (
  account_id UUID,
  level LowCardinality(String),
  link_id UUID,
  day Date,
  build UUID codec(ZSTD(1)),
  names Array(String) codec(ZSTD(1)),
  clicks UInt64 codec(T64, ZSTD(1)),
  scans UInt64 codec(T64, ZSTD(1)),
  visitors UInt64 codec(T64, ZSTD(1)),
  scanners UInt64 codec(T64, ZSTD(1)),
  link_visitors UInt64 codec(T64, ZSTD(1)),
  -- Zero without a scan, or without a click of the link itself.
  last_scan DateTime64(3, 'UTC') codec(T64, ZSTD(1)),
  last_link_click DateTime64(3, 'UTC') codec(T64, ZSTD(1))
)
engine = MergeTree
partition by toYYYYMM(day)
order by (account_id, level, link_id, day, names);

-- The same for parts of a day, from which a day of any time zone is made up: from its start to each quarter of an hour, from
-- each quarter to its end, and each hour that begins at a quarter. `day` is the day of the row in Postgres.
create table click_rollup_spans (
  account_id UUID,
  kind Enum8('start' = 1, 'end' = 2, 'hour' = 3),
  starts_at DateTime('UTC') codec(ZSTD(1)),
  ends_at DateTime('UTC') codec(ZSTD(1)),
  day Date,
  build UUID codec(ZSTD(1)),
  clicks UInt64 codec(T64, ZSTD(1)),
  scans UInt64 codec(T64, ZSTD(1)),
  visitors UInt64 codec(T64, ZSTD(1)),
  scanners UInt64 codec(T64, ZSTD(1)),
  link_visitors UInt64 codec(T64, ZSTD(1))
)
engine = MergeTree
partition by toYYYYMM(day)
order by (account_id, kind, starts_at, ends_at);
