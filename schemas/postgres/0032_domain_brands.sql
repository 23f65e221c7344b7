-- What the pages look like that visitors of the domain see. The small copy of the logo is sent with each page.
alter table domains
  add column brand_name text,
  add column brand_color text,
  add column brand_logo_id uuid references qr_assets,
  add column brand_logo bytea;
create index domains_brand_logo on domains (brand_logo_id) where brand_logo_id is not null;
