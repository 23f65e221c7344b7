-- Who changed what. Entries are only added: the trigger refuses every change, and every deletion before a year has passed.
-- network is the IP address, cut like those of visitors. There is no reference to the account, so that nothing cascades.
create table audit_log (
  id uuid primary key,
  account_id uuid not null,
  at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('user', 'key', 'app', 'cli', 'system')),
  actor_id text,
  actor_name text not null,
  action text not null,
  summary text not null,
  object_ids text[] not null,
  fields text[] not null,
  network text,
  before jsonb,
  after jsonb
);
create index audit_log_account on audit_log (account_id, at desc, id desc);
create index audit_log_at on audit_log (at);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '1 year' then
      return old;
    end if;
  end if;
  raise exception 'entries of the audit log cannot be changed or deleted';
end
$$;
create trigger audit_log_append_only
before update or delete on audit_log
for each row execute function refuse_audit_change();
