alter table click_batches
  -- The insert that the first attempt shared with other batches; also its deduplication token. Null if it had its own.
  add column group_id uuid,
  -- The ClickHouse shard of every attempt, chosen by the token of the first insert. There is one shard so far.
  add column shard smallint not null default 0;
