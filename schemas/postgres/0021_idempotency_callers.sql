-- The key, grant or user that sent the request: one caller is never given the reply of another. Rows from before are nobody's.
alter table idempotency_keys add column caller text not null default '';
alter table idempotency_keys drop constraint idempotency_keys_pkey, add primary key (account_id, caller, key);
