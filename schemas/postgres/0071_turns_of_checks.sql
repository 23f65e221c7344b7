-- Workers take due checks from the accounts in turns. Apart from other changes: destinations are read while the index is built.
-- The next migration drops the former index.
create index destination_checks_turns on destination_checks (account_id, next_at);
