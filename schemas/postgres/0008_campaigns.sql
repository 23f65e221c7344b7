-- Names are told apart by case, as the collation of the database does it.
create table campaigns (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  description text,
  start_date timestamptz,
  end_date timestamptz check (end_date > start_date),
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index campaigns_name on campaigns (account_id, name);
create index campaigns_account on campaigns (account_id, created_at desc, id desc);

alter table links add column campaign_id uuid references campaigns on delete set null;
create index links_campaign on links (campaign_id, id) where campaign_id is not null;

-- facts: what the click store knows of a link (link_facts), for filters. It is owed what every link is by now.
alter table outbox
  drop constraint outbox_target_check,
  add constraint outbox_target check (target in ('redis', 'facts'));
insert into outbox (target, domain_id, code, rev)
select 'facts', domain_id, code, rev from links;
