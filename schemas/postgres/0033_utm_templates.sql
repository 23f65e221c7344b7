-- Named sets of UTM parameters, which fill the form of a link.
create table utm_templates (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(utm_source, utm_medium, utm_campaign, utm_term, utm_content) > 0)
);
create unique index utm_templates_name on utm_templates (account_id, lower(name));
