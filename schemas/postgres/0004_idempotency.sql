-- The stored reply of a POST that carried an Idempotency-Key. status and reply are null while the first request still runs;
-- claim_id is that request's: one that was given up for dead and taken over may not write any more.
create table idempotency_keys (
  account_id uuid not null references accounts on delete cascade,
  key text not null,
  request_hash bytea not null,
  claim_id uuid not null,
  status smallint,
  reply bytea,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
