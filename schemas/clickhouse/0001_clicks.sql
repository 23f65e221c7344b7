-- One row per click or scan. A scan is a click with a qr_code_id; ids that are absent are zero.
-- The deduplication window is how many inserts (= click batches) ago a retry is still recognised by its token.
create table clicks (
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
engine = MergeTree
partition by toYYYYMM(clicked_at)
order by (account_id, link_id, clicked_at)
settings non_replicated_deduplication_window = 10000;
