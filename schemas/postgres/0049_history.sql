-- Changes of links, QR codes and A/B tests: the columns that differ, before and after. The actor is that of the transaction,
-- in the setting waymark.change. Entries are kept for a year, and are deleted with their object.
create table history (
  object_id uuid not null,
  -- The order of the changes of one object, whose row is locked while they happen.
  place bigint generated always as identity,
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  at timestamptz not null default now(),
  actor jsonb not null,
  -- The entry whose earlier state this change restored.
  restored_from uuid,
  before jsonb not null,
  after jsonb not null,
  primary key (object_id, place)
);
create index history_at on history using brin (at);

-- Two arguments: the columns that are left out, and those of which only the presence is kept. One entry for each changed row
-- of a statement. Without nested loops, a plan for one row, which Postgres keeps, is as good for a thousand.
create function record_history() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  change jsonb := coalesce(nullif(current_setting('waymark.change', true), ''), '{}');
  hidden text[] := tg_argv[0];
  secret text[] := tg_argv[1];
begin
  insert into history (object_id, account_id, actor, restored_from, before, after)
  select id, account_id, coalesce(change -> 'actor', '{"type": "system", "id": null, "name": "Waymark"}'),
    (change ->> 'restored_from')::uuid,
    jsonb_object_agg(key, case when key = any(secret) then to_jsonb(earlier <> 'null') else earlier end),
    jsonb_object_agg(key, case when key = any(secret) then to_jsonb(later <> 'null') else later end)
  from (
    select pair.id, pair.account_id, field.key, pair.earlier -> field.key as earlier, field.value as later
    from (
      select new_rows.id, new_rows.account_id, to_jsonb(old_rows) as earlier, to_jsonb(new_rows) - hidden as later
      from old_rows
      join new_rows on new_rows.id = old_rows.id
      offset 0
    ) as pair
    cross join lateral jsonb_each(pair.later) as field
    where field.value is distinct from pair.earlier -> field.key
  ) as changed
  group by id, account_id;
  return null;
end
$$;

create function forget_history() returns trigger language plpgsql as $$
begin
  delete from history where object_id in (select id from old_rows);
  return null;
end
$$;

create trigger links_history after update on links
referencing old table as old_rows new table as new_rows
for each statement execute function record_history(
  '{id,account_id,domain_id,rev,limited_since,limit_used,limit_announced,announced_expiry,winner_variant_id,rules_secret,numbered_since,created_at,updated_at}',
  '{password_hash}'
);
create trigger links_forgotten after delete on links
referencing old table as old_rows
for each statement execute function forget_history();
