alter table domains
  add column status text not null default 'verified' check (status in ('pending', 'verified', 'failed', 'disabled')),
  -- Of the same sequence as the revs of links: the record of a host is published by the same script.
  add column rev bigint not null default nextval('link_rev'),
  add column is_default boolean not null default false,
  add column root_redirect_url text,
  add column not_found_url text,
  add column expired_url text,
  -- What the TXT record of a branded domain has to say; null where nothing is to be proved.
  add column verification_token text,
  -- What the last look into DNS found: of the TXT record, and of the records that lead visitors here.
  add column ownership text not null default 'pending' check (ownership in ('pending', 'verified', 'failed')),
  add column routing text not null default 'pending' check (routing in ('pending', 'verified', 'failed')),
  add column check_error text,
  -- Looks in a row that did not find the proof.
  add column failures smallint not null default 0,
  add column last_checked_at timestamptz,
  -- null: not looked at again by itself.
  add column next_check_at timestamptz,
  add column verified_at timestamptz;

-- Several accounts may claim one host, of which one can be served on it. A subdomain is given once.
alter table domains drop constraint domains_host_key;
create unique index domains_served_host on domains (host) where status = 'verified';
create unique index domains_reserved_host on domains (host) where type <> 'branded';
create unique index domains_account_host on domains (account_id, host);
create unique index domains_default on domains (account_id) where is_default;
create index domains_account on domains (account_id, created_at desc, id desc);
create index domains_next_check on domains (next_check_at) where next_check_at is not null;

-- A change of a host owes Redis a record too: its row has the host in place of the code, and no domain.
alter table outbox alter column domain_id drop not null;
