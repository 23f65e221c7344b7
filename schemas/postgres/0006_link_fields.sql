alter table links
  add column is_active boolean not null default true,
  add column description text,
  add column tags text[] not null default '{}',
  add column external_id text,
  add column starts_at timestamptz,
  -- Where visitors go who come after the expiry or the last allowed click; null: a page says so.
  add column expired_url text,
  add column max_clicks bigint check (max_clicks > 0),
  -- The rev at which the limit began: each limit that follows a time without one is counted anew from link_counts.
  add column limited_since bigint,
  -- argon2id
  add column password_hash text,
  add column utm_source text,
  add column utm_medium text,
  add column utm_campaign text,
  add column utm_term text,
  add column utm_content text,
  add column ios_url text,
  add column android_url text,
  -- {title, description, image_url} of the card that social networks show, or null.
  add column og jsonb,
  add constraint limit_has_a_beginning check ((max_clicks is null) = (limited_since is null));
create index links_tags on links using gin (tags);
-- For find_if_exists. Destinations are longer than an index row may be.
create index links_destination on links (account_id, md5(url));
