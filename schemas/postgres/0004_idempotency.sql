-- The stored reply of a POST that carried an Idempotency-Key. reply is null while the first request still runs.
create table idempotency_keys (
  account_id uuid not null references accounts on delete cascade,
  key text not null,
  request_hash bytea not null,
  status smallint,
  reply bytea,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
