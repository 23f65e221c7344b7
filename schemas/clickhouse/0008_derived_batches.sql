-- The batch of a click is the id of the click without its number, the last 16 bits. Workers no longer write it; those of the
-- previous version, which do, can run at the same time. Nothing but the column's own bytes depends on its being stored.
alter table clicks modify column batch_id UUID default toUUID(concat(substring(toString(click_id), 1, 32), '0000')) codec(ZSTD(1));
