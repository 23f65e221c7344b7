-- A large reply of a request without effect is not kept: repeating the request produces it again. Its SHA-256 tells whether
-- it is the same.
alter table idempotency_keys add column reply_hash bytea;

-- Bytes of large replies that an account has kept on a day (UTC). Limited, because every POST can keep a reply.
create table kept_reply_bytes (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  bytes bigint not null,
  primary key (account_id, day)
);
