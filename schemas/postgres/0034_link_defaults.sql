-- Values that an account wants in the form of a new link, by domain. The base domain belongs to all accounts.
create table link_defaults (
  account_id uuid not null references accounts on delete cascade,
  domain_id uuid not null references domains on delete cascade,
  redirect_type smallint not null,
  tags text[] not null,
  campaign_id uuid references campaigns on delete set null,
  utm_template_id uuid references utm_templates on delete set null,
  expires_in_days int,
  forward_query boolean not null,
  tracking_enabled boolean not null,
  primary key (account_id, domain_id)
);
create index link_defaults_domain on link_defaults (domain_id);
create index link_defaults_campaign on link_defaults (campaign_id) where campaign_id is not null;
create index link_defaults_utm_template on link_defaults (utm_template_id) where utm_template_id is not null;
