create table webhooks (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- {url_ids, campaign_ids, tags, qr_code_ids, domains}, each null (of any) or a list.
  filters jsonb not null,
  include_bots boolean not null,
  is_active boolean not null,
  -- Why it was switched off by us; null where its owner did it.
  disabled_reason text
    check (disabled_reason is null or (disabled_reason in ('gone', 'failing') and not is_active)),
  -- whsec_ and base64. In plain text: every delivery is signed with it.
  secret text not null,
  -- What the secret was before the last rotation, good until then.
  old_secret text,
  old_secret_until timestamptz check ((old_secret is null) = (old_secret_until is null)),
  -- Of the attempts since the last success.
  failures_in_a_row integer not null default 0,
  failing_since timestamptz,
  -- Until then nothing is sent: too many failures in a row, or the receiver asked for it.
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhooks_account on webhooks (account_id, created_at desc, id desc);
create index webhooks_active on webhooks (id) where is_active;

-- From now on a message is written only where a webhook is told of it. Nothing was ever sent of the old ones.
delete from webhook_messages;

-- One message to one webhook: to be sent as long as it has a next attempt.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  message_id uuid not null references webhook_messages on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- All there were, and those of the present schedule: a redelivery begins it anew.
  attempts integer not null default 0,
  tries integer not null default 0,
  next_attempt_at timestamptz default now() check ((next_attempt_at is not null) = (status = 'pending')),
  -- Of the last attempt.
  attempted_at timestamptz,
  duration_ms integer,
  response_status smallint,
  response_body text,
  error text,
  created_at timestamptz not null default now(),
  unique (message_id, webhook_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at)
where next_attempt_at is not null;
create index webhook_deliveries_list on webhook_deliveries (webhook_id, created_at desc, id desc);

-- The clicks of one batch that one webhook is told of, until each was sent once. Those that fail get a message and a
-- delivery of their own.
create table webhook_batches (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  -- [{id, type, created_at, data}]
  messages jsonb not null,
  -- Before this one all were sent.
  next_index integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index webhook_batches_due on webhook_batches (webhook_id, next_attempt_at);
create index webhook_batches_created_at on webhook_batches (created_at);
