-- Logos, as they were encoded anew: nothing of an uploaded file is kept but its picture.
create table qr_assets (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text,
  mime_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  content bytea not null,
  created_at timestamptz not null default now()
);
create index qr_assets_account on qr_assets (account_id, created_at desc, id desc);

create table qr_codes (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text,
  content_type text not null
    check (content_type in ('url', 'text', 'wifi', 'vcard', 'email', 'phone', 'sms', 'location')),
  content_data jsonb not null,
  -- What a search finds beside the name: the values of content_data, but no password.
  content_text text not null default '',
  -- What is drawn: the content itself, or the short URL as it was when the code was made.
  payload text not null,
  visual_settings jsonb not null,
  logo_asset_id uuid references qr_assets,
  is_dynamic boolean not null default false,
  tracking_enabled boolean not null default false,
  -- The short URL of a dynamic or tracked code; null again once that is deleted. Name, campaign, tags, expiry and
  -- destination stand in both, and every change of one is written to the other in its own transaction.
  link_id uuid references links on delete set null,
  campaign_id uuid references campaigns on delete set null,
  tags text[] not null default '{}',
  expires_at timestamptz,
  -- Of the present expires_at.
  expiry_announced boolean not null default false,
  source text not null default 'QR_CODE_GENERATOR' check (source in ('QR_CODE_GENERATOR', 'BULK_IMPORT')),
  -- {ok, score, warnings[]}: what became of decoding it.
  scan_check jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index qr_codes_link on qr_codes (link_id) where link_id is not null;
create index qr_codes_account on qr_codes (account_id, created_at desc, id desc);
create index qr_codes_campaign on qr_codes (campaign_id, id) where campaign_id is not null;
create index qr_codes_logo on qr_codes (logo_asset_id) where logo_asset_id is not null;
create index qr_codes_to_expire on qr_codes (expires_at) where not expiry_announced;
create index qr_codes_tags on qr_codes using gin (tags);
create index qr_codes_search on qr_codes
using gin (lower(coalesce(name, '') || chr(10) || content_text) gin_trgm_ops);
-- As the lists of links: codes without a value come last either way.
create index qr_codes_name on qr_codes (account_id, lower(name), id);
create index qr_codes_name_down on qr_codes (account_id, lower(name) desc nulls last, id desc);
create index qr_codes_expiry on qr_codes (account_id, expires_at, id);
create index qr_codes_expiry_down on qr_codes (account_id, expires_at desc nulls last, id desc);

-- Counted by the click workers, as link_counts is: scans of people and unknown clients.
create table qr_counts (
  qr_code_id uuid primary key,
  scans bigint not null default 0,
  last_scanned_at timestamptz
) with (fillfactor = 50);
