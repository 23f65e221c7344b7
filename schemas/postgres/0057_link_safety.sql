-- Set by the operator or by a check, never by the account. Without an index: the column is added at once, and an index would
-- keep visits waiting while it is built.
alter table links
  add column quarantined_at timestamptz,
  add column quarantine_reason text;

-- Lists that the workers fetch from URLs, once a day. All processes read them here.
create table fetched_lists (
  -- SHA-256 of the URL, which may contain a key.
  source text primary key,
  -- Compressed with gzip. null before the first fetch.
  content bytea,
  fetched_at timestamptz,
  -- Why the latest fetch failed. The content from before stays.
  problem text,
  next_at timestamptz not null
);

-- How far the workers have checked the destinations of all links, for each kind of check. At the end, a walk waits for new links.
create table safety_walks (
  name text primary key,
  -- What links are compared with, and when it was changed, in microseconds since 1970. Something else begins the walk again.
  source text not null,
  changed_at bigint not null,
  last_link_id uuid not null,
  begun_at timestamptz not null,
  next_at timestamptz not null
);

-- What visitors report, and look-alikes of protected names that the workers find. For the operator.
create table safety_reports (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  link_id uuid references links on delete cascade,
  domain_id uuid references domains on delete cascade,
  kind text not null check (kind in ('visitor', 'look_alike')),
  reason text not null,
  note text,
  -- The reporter's IP address without its last part: /24 of IPv4, /48 of IPv6.
  network text,
  reported_at timestamptz not null default now(),
  dismissed_at timestamptz,
  check (num_nonnulls(link_id, domain_id) = 1)
);
create index safety_reports_link on safety_reports (link_id);
create index safety_reports_account on safety_reports (account_id);
create index safety_reports_open on safety_reports (reported_at) where dismissed_at is null;
create unique index safety_reports_look_alike on safety_reports (coalesce(link_id, domain_id), reason)
where kind = 'look_alike';
