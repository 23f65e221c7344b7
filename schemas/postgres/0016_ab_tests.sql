-- A test leads the visits of one short URL to several destinations. One of a QR code is one of that code's short URL.
create table ab_tests (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('url', 'qr')),
  -- Both stay when what they name is deleted: that completes the test, under the lock of the link.
  link_id uuid not null,
  qr_code_id uuid check ((qr_code_id is not null) = (kind = 'qr')),
  name text not null,
  description text,
  hypothesis text,
  status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'completed')),
  traffic_split_mode text not null check (traffic_split_mode in ('equal', 'weighted')),
  conversions_enabled boolean not null,
  min_sample_size integer not null check (min_sample_size > 0),
  confidence_level double precision not null check (confidence_level > 0 and confidence_level < 100),
  -- Who sees which variant follows from it, and click tokens are signed by it. Made at the first start, gone at the end.
  secret bytea check (secret is null or status in ('running', 'paused')),
  winner_variant_id uuid,
  -- ab_test.significant is told once.
  significance_announced boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  paused_at timestamptz,
  completed_at timestamptz
);
create unique index ab_tests_unfinished on ab_tests (link_id) where status <> 'completed';
create index ab_tests_account on ab_tests (account_id, kind, created_at desc, id desc);
create index ab_tests_link on ab_tests (link_id);

create table ab_variants (
  id uuid primary key,
  test_id uuid not null references ab_tests on delete cascade,
  -- From 0, as they were given: the first is what the others are held against.
  position smallint not null,
  name text not null,
  destination_url text not null,
  -- In percent.
  traffic_weight double precision not null check (traffic_weight >= 0 and traffic_weight <= 100),
  unique (test_id, position) deferrable
);

-- {variant id: percent} from this instant on: a row at the first start, and one for each change after it.
create table ab_weight_changes (
  id bigint generated always as identity primary key,
  test_id uuid not null references ab_tests on delete cascade,
  weights jsonb not null,
  changed_at timestamptz not null default now()
);
create index ab_weight_changes_test on ab_weight_changes (test_id, changed_at);

create table conversions (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  test_id uuid not null references ab_tests on delete cascade,
  variant_id uuid not null,
  link_id uuid not null,
  click_id uuid not null,
  event_name text not null,
  value numeric,
  currency text,
  external_id text,
  created_at timestamptz not null default now()
);
create unique index conversions_click on conversions (click_id, event_name);
create unique index conversions_external on conversions (account_id, external_id) where external_id is not null;
create index conversions_test on conversions (test_id, variant_id, click_id);
create index conversions_link on conversions (link_id, created_at);
