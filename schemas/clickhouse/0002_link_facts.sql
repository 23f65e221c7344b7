-- What a link is now, for filters: a click belongs to the campaign that its link is in today. Without a campaign the id is
-- zero. rev is taken when the row is read from Postgres, so the newest reading wins. Always read with final.
create table link_facts (
  account_id UUID,
  link_id UUID,
  campaign_id UUID,
  tags Array(String),
  url_type LowCardinality(String),
  rev UInt64
)
engine = ReplacingMergeTree(rev)
order by (account_id, link_id);
