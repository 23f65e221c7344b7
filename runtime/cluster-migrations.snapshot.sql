-- 0001_clicks.sql

create table if not exists `waymark`.`clicks_local` on cluster `main` (
  account_id UUID,
  link_id UUID,
  clicked_at DateTime64(3, 'UTC') codec(DoubleDelta, ZSTD(1)),
  click_id UUID codec(ZSTD(1)),
  batch_id UUID codec(ZSTD(1)),
  qr_code_id UUID codec(ZSTD(1)),
  test_id UUID codec(ZSTD(1)),
  variant_id UUID codec(ZSTD(1)),
  visitor_id UInt64 codec(ZSTD(1)),
  traffic Enum8('human' = 1, 'unknown' = 2, 'bot' = 3),
  bot_reason LowCardinality(String),
  country_code LowCardinality(String),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  device_type LowCardinality(String),
  browser LowCardinality(String),
  browser_version LowCardinality(String),
  os LowCardinality(String),
  os_version LowCardinality(String),
  language LowCardinality(String),
  referrer String codec(ZSTD(1)),
  referrer_domain LowCardinality(String),
  source LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_term LowCardinality(String),
  utm_content LowCardinality(String),
  destination_url String codec(ZSTD(1))
)
engine = ReplicatedMergeTree('/clickhouse/tables/{shard}/waymark/clicks', '{replica}')
partition by toYYYYMM(clicked_at)
order by (account_id, link_id, clicked_at)
settings replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

create table if not exists `waymark`.`clicks` on cluster `main` as `waymark`.`clicks_local` engine = Distributed('main', 'waymark', 'clicks_local', rand());

-- 0002_link_facts.sql

create table if not exists `waymark`.`link_facts` on cluster `main` (
  account_id UUID,
  link_id UUID,
  campaign_id UUID,
  tags Array(String),
  url_type LowCardinality(String),
  rev UInt64
)
engine = ReplicatedReplacingMergeTree('/clickhouse/tables/all/waymark/link_facts', '{shard}-{replica}', rev)
order by (account_id, link_id);

-- 0003_link_domains.sql

alter table `waymark`.`link_facts` add column if not exists domain_id UUID settings alter_sync = 2;

-- 0004_click_times.sql

alter table `waymark`.`clicks_local` on cluster `main` modify column clicked_at DateTime64(3, 'UTC') codec(T64, ZSTD(1)) settings alter_sync = 2;

alter table `waymark`.`clicks` on cluster `main` modify column clicked_at DateTime64(3, 'UTC') codec(T64, ZSTD(1));

-- 0005_click_quarters.sql

alter table `waymark`.`clicks_local` on cluster `main` add projection if not exists quarters (
  select
    account_id,
    toStartOfFifteenMinutes(clicked_at),
    traffic,
    qr_code_id = toUUID('00000000-0000-0000-0000-000000000000'),
    count()
  group by
    account_id,
    toStartOfFifteenMinutes(clicked_at),
    traffic,
    qr_code_id = toUUID('00000000-0000-0000-0000-000000000000')
) settings alter_sync = 2;

alter table `waymark`.`clicks_local` on cluster `main` materialize projection quarters;

-- 0006_continents.sql

alter table `waymark`.`clicks_local` on cluster `main` add column if not exists continent LowCardinality(String) default transform(
  country_code,
  [
    'ao', 'bf', 'bi', 'bj', 'bw', 'cd', 'cf', 'cg', 'ci', 'cm', 'cv', 'dj', 'dz', 'eg', 'eh', 'er', 'et', 'ga', 'gh',
    'gm', 'gn', 'gq', 'gw', 'io', 'ke', 'km', 'lr', 'ls', 'ly', 'ma', 'mg', 'ml', 'mr', 'mu', 'mw', 'mz', 'na', 'ne',
    'ng', 're', 'rw', 'sc', 'sd', 'sh', 'sl', 'sn', 'so', 'ss', 'st', 'sz', 'td', 'tf', 'tg', 'tn', 'tz', 'ug', 'yt',
    'za', 'zm', 'zw',
    'aq',
    'ae', 'af', 'am', 'az', 'bd', 'bh', 'bn', 'bt', 'cn', 'cy', 'ge', 'hk', 'id', 'il', 'in', 'iq', 'ir', 'jo', 'jp',
    'kg', 'kh', 'kp', 'kr', 'kw', 'kz', 'la', 'lb', 'lk', 'mm', 'mn', 'mo', 'mv', 'my', 'np', 'om', 'ph', 'pk', 'ps',
    'qa', 'sa', 'sg', 'sy', 'th', 'tj', 'tl', 'tm', 'tr', 'tw', 'uz', 'vn', 'ye',
    'ad', 'al', 'at', 'ax', 'ba', 'be', 'bg', 'by', 'ch', 'cz', 'de', 'dk', 'ee', 'es', 'fi', 'fo', 'fr', 'gb', 'gg',
    'gi', 'gr', 'hr', 'hu', 'ie', 'im', 'is', 'it', 'je', 'li', 'lt', 'lu', 'lv', 'mc', 'md', 'me', 'mk', 'mt', 'nl',
    'no', 'pl', 'pt', 'ro', 'rs', 'ru', 'se', 'si', 'sj', 'sk', 'sm', 'ua', 'va', 'xk',
    'ag', 'ai', 'aw', 'bb', 'bl', 'bm', 'bq', 'bs', 'bz', 'ca', 'cr', 'cu', 'cw', 'dm', 'do', 'gd', 'gl', 'gp', 'gt',
    'hn', 'ht', 'jm', 'kn', 'ky', 'lc', 'mf', 'mq', 'ms', 'mx', 'ni', 'pa', 'pm', 'pr', 'sv', 'sx', 'tc', 'tt', 'us',
    'vc', 'vg', 'vi',
    'as', 'au', 'cc', 'ck', 'cx', 'fj', 'fm', 'gu', 'hm', 'ki', 'mh', 'mp', 'nc', 'nf', 'nr', 'nu', 'nz', 'pf', 'pg',
    'pn', 'pw', 'sb', 'tk', 'to', 'tv', 'um', 'vu', 'wf', 'ws',
    'ar', 'bo', 'br', 'bv', 'cl', 'co', 'ec', 'fk', 'gf', 'gs', 'gy', 'pe', 'py', 'sr', 'uy', 've'
  ],
  arrayConcat(
    arrayWithConstant(60, 'Africa'),
    arrayWithConstant(1, 'Antarctica'),
    arrayWithConstant(51, 'Asia'),
    arrayWithConstant(52, 'Europe'),
    arrayWithConstant(41, 'North America'),
    arrayWithConstant(29, 'Oceania'),
    arrayWithConstant(16, 'South America')
  ),
  ''
) after city settings alter_sync = 2;

alter table `waymark`.`clicks` on cluster `main` add column if not exists continent LowCardinality(String) default transform(
  country_code,
  [
    'ao', 'bf', 'bi', 'bj', 'bw', 'cd', 'cf', 'cg', 'ci', 'cm', 'cv', 'dj', 'dz', 'eg', 'eh', 'er', 'et', 'ga', 'gh',
    'gm', 'gn', 'gq', 'gw', 'io', 'ke', 'km', 'lr', 'ls', 'ly', 'ma', 'mg', 'ml', 'mr', 'mu', 'mw', 'mz', 'na', 'ne',
    'ng', 're', 'rw', 'sc', 'sd', 'sh', 'sl', 'sn', 'so', 'ss', 'st', 'sz', 'td', 'tf', 'tg', 'tn', 'tz', 'ug', 'yt',
    'za', 'zm', 'zw',
    'aq',
    'ae', 'af', 'am', 'az', 'bd', 'bh', 'bn', 'bt', 'cn', 'cy', 'ge', 'hk', 'id', 'il', 'in', 'iq', 'ir', 'jo', 'jp',
    'kg', 'kh', 'kp', 'kr', 'kw', 'kz', 'la', 'lb', 'lk', 'mm', 'mn', 'mo', 'mv', 'my', 'np', 'om', 'ph', 'pk', 'ps',
    'qa', 'sa', 'sg', 'sy', 'th', 'tj', 'tl', 'tm', 'tr', 'tw', 'uz', 'vn', 'ye',
    'ad', 'al', 'at', 'ax', 'ba', 'be', 'bg', 'by', 'ch', 'cz', 'de', 'dk', 'ee', 'es', 'fi', 'fo', 'fr', 'gb', 'gg',
    'gi', 'gr', 'hr', 'hu', 'ie', 'im', 'is', 'it', 'je', 'li', 'lt', 'lu', 'lv', 'mc', 'md', 'me', 'mk', 'mt', 'nl',
    'no', 'pl', 'pt', 'ro', 'rs', 'ru', 'se', 'si', 'sj', 'sk', 'sm', 'ua', 'va', 'xk',
    'ag', 'ai', 'aw', 'bb', 'bl', 'bm', 'bq', 'bs', 'bz', 'ca', 'cr', 'cu', 'cw', 'dm', 'do', 'gd', 'gl', 'gp', 'gt',
    'hn', 'ht', 'jm', 'kn', 'ky', 'lc', 'mf', 'mq', 'ms', 'mx', 'ni', 'pa', 'pm', 'pr', 'sv', 'sx', 'tc', 'tt', 'us',
    'vc', 'vg', 'vi',
    'as', 'au', 'cc', 'ck', 'cx', 'fj', 'fm', 'gu', 'hm', 'ki', 'mh', 'mp', 'nc', 'nf', 'nr', 'nu', 'nz', 'pf', 'pg',
    'pn', 'pw', 'sb', 'tk', 'to', 'tv', 'um', 'vu', 'wf', 'ws',
    'ar', 'bo', 'br', 'bv', 'cl', 'co', 'ec', 'fk', 'gf', 'gs', 'gy', 'pe', 'py', 'sr', 'uy', 've'
  ],
  arrayConcat(
    arrayWithConstant(60, 'Africa'),
    arrayWithConstant(1, 'Antarctica'),
    arrayWithConstant(51, 'Asia'),
    arrayWithConstant(52, 'Europe'),
    arrayWithConstant(41, 'North America'),
    arrayWithConstant(29, 'Oceania'),
    arrayWithConstant(16, 'South America')
  ),
  ''
) after city;

-- 0007_rollups.sql

create table if not exists `waymark`.`click_rollups_local` on cluster `main` (
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

  last_scan DateTime64(3, 'UTC') codec(T64, ZSTD(1)),
  last_link_click DateTime64(3, 'UTC') codec(T64, ZSTD(1))
)
engine = ReplicatedMergeTree('/clickhouse/tables/{shard}/waymark/click_rollups', '{replica}')
partition by toYYYYMM(day)
order by (account_id, level, link_id, day, names);

create table if not exists `waymark`.`click_rollups` on cluster `main` as `waymark`.`click_rollups_local` engine = Distributed('main', 'waymark', 'click_rollups_local', cityHash64(build));

create table if not exists `waymark`.`click_rollup_spans_local` on cluster `main` (
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
engine = ReplicatedMergeTree('/clickhouse/tables/{shard}/waymark/click_rollup_spans', '{replica}')
partition by toYYYYMM(day)
order by (account_id, kind, starts_at, ends_at);

create table if not exists `waymark`.`click_rollup_spans` on cluster `main` as `waymark`.`click_rollup_spans_local` engine = Distributed('main', 'waymark', 'click_rollup_spans_local', cityHash64(build));

-- 0008_derived_batches.sql

alter table `waymark`.`clicks_local` on cluster `main` modify column batch_id UUID default toUUID(concat(substring(toString(click_id), 1, 32), '0000')) codec(ZSTD(1)) settings alter_sync = 2;

alter table `waymark`.`clicks` on cluster `main` modify column batch_id UUID default toUUID(concat(substring(toString(click_id), 1, 32), '0000')) codec(ZSTD(1));

-- 0009_fewer_merges.sql

alter table `waymark`.`clicks_local` on cluster `main` modify setting min_parts_to_merge_at_once = 16 settings alter_sync = 2;

-- 0010_rules.sql

alter table `waymark`.`clicks_local` on cluster `main` add column if not exists rule_id LowCardinality(String) after variant_id settings alter_sync = 2;

alter table `waymark`.`clicks` on cluster `main` add column if not exists rule_id LowCardinality(String) after variant_id;

-- 0011_imported_clicks.sql

alter table `waymark`.`clicks_local` on cluster `main` add column if not exists imported_from LowCardinality(String) after rule_id settings alter_sync = 2;

alter table `waymark`.`clicks` on cluster `main` add column if not exists imported_from LowCardinality(String) after rule_id;
