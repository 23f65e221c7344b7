-- T64 instead of DoubleDelta: every report reads the time. Measured over 5.2 of 15 million clicks, in processor time: a
-- timeline of counts 143 ms instead of 237, with visitors 315 instead of 418, top links 401 instead of 519; and the column
-- is a fifth smaller on disk. Parts that are there are written so when they are merged.
alter table clicks modify column clicked_at DateTime64(3, 'UTC') codec(T64, ZSTD(1));
