-- Counts of each account by quarter of an hour, of which every day of every time zone is made up. Belongs to the part of
-- the rows that it counts: whatever happens to those (a retry, a merge, a deletion) happens to it. Statements that group by
-- the same expressions find it (api/analytics/queries/quarters.ts); docs/decisions/0009-counts-by-projection.md.
alter table clicks add projection quarters (
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
);
-- Parts that are there get it in the background, one by one; until then their rows are counted.
alter table clicks materialize projection quarters;
