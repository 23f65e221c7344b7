-- Workers take due checks from the accounts in turns. In its own migration, so that destinations can be read while the index is
-- built. The next migration drops the former index.
create index destination_checks_turns on destination_checks (account_id, next_at);
