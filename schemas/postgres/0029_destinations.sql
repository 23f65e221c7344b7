-- What the pages of destinations say about themselves, for previews in the dashboard. Kept for 30 days, and limited by
-- account: that of the user who asked for it last.
create table destinations (
  -- SHA-256 of the URL without its fragment.
  url_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  -- Whether the page could be read. If not, it is read again sooner.
  is_found boolean not null,
  title text,
  description text,
  site_name text,
  -- WebP, encoded here.
  picture bytea,
  read_at timestamptz not null default now()
);
create index destinations_account on destinations (account_id, read_at);
create index destinations_read on destinations (read_at);

-- Icons of the sites of destinations.
create table destination_sites (
  origin text primary key,
  account_id uuid not null references accounts on delete cascade,
  is_found boolean not null,
  icon bytea,
  read_at timestamptz not null default now()
);
create index destination_sites_account on destination_sites (account_id, read_at);
create index destination_sites_read on destination_sites (read_at);
