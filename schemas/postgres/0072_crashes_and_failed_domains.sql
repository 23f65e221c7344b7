-- Failed domains that are used are checked every day. Earlier versions stopped after about a month, and their workers may still
-- run for a while.
update domains
set next_check_at = now() + interval '1 hour' + random() * interval '1 day'
where type = 'branded' and status = 'failed' and next_check_at is null
  and (verified_at is not null or exists (select from links where links.domain_id = domains.id));

-- A verification that ends its worker at the same link each time would be taken again and again.
alter table import_verifications
  -- Whether a worker has begun a turn, and neither ended nor released it.
  add column is_held boolean not null default false,
  -- Turns in a row that compared nothing and that nobody ended, because their worker was killed or crashed.
  add column crashes integer not null default 0,
  -- Links that were not compared, because of too many crashes.
  add column left_out integer not null default 0;

-- Replaced by destination_checks_turns (0071). Last, because nobody reads the checks until the commit.
drop index destination_checks_account;
