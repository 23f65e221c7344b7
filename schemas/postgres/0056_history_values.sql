-- What the history keeps of a secret column: whether there is a value. An object without a password, such as the content of most
-- QR codes, is no secret and is kept, so that it can be restored.
create function history_value(value jsonb) returns jsonb language sql immutable as $$
  select case
    when jsonb_typeof(value) = 'object' and not value ? 'password' then value
    else to_jsonb(coalesce(value <> 'null', false))
  end
$$;

-- Two arguments: the columns that are left out, and the secret ones. One entry for each changed row of a statement. For a few
-- rows, all columns are compared as jsonb. For more, only the columns that differ in one of the rows are: that takes a statement
-- of its own, which has to be planned, but less time for each row. Without nested loops, a plan for one row, which Postgres keeps,
-- is as good for a thousand.
create or replace function record_history() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  change jsonb := coalesce(nullif(current_setting('waymark.change', true), ''), '{}');
  who jsonb := coalesce(change -> 'actor', '{"type": "system", "id": null, "name": "Waymark"}');
  restored_entry uuid := change ->> 'restored_from';
  hidden text[] := tg_argv[0];
  secret text[] := tg_argv[1];
  few constant int := 20;
  pairs constant text := 'old_rows join new_rows on new_rows.id = old_rows.id';
  changed text[];
begin
  if not exists (select from new_rows offset few) then
    insert into history (object_id, account_id, actor, restored_from, before, after)
    select id, account_id, who, restored_entry,
      jsonb_object_agg(key, case when key = any(secret) then history_value(earlier) else earlier end),
      jsonb_object_agg(key, case when key = any(secret) then history_value(later) else later end)
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
    ) as differing
    group by id, account_id;
    return null;
  end if;
  execute (
    select format(
      'select array_remove(array[%s], null) from ' || pairs,
      string_agg(format('case when bool_or(new_rows.%1$I is distinct from old_rows.%1$I) then %1$L end', attname), ', '))
    from pg_attribute
    where attrelid = tg_relid and attnum > 0 and not attisdropped and attname <> all(hidden)
  ) into changed;
  if cardinality(changed) = 0 then
    return null;
  end if;
  execute (
    select format(
      'insert into history (object_id, account_id, actor, restored_from, before, after)
      select new_rows.id, new_rows.account_id, $1, $2, %s, %s from ' || pairs || ' where %s',
      string_agg(format(part, name, format(kept, 'old_rows', name)), ' || '),
      string_agg(format(part, name, format(kept, 'new_rows', name)), ' || '),
      string_agg(format('new_rows.%1$I is distinct from old_rows.%1$I', name), ' or '))
    from (
      select name,
        'case when new_rows.%1$I is distinct from old_rows.%1$I then jsonb_build_object(%1$L, %2$s) else ''{}'' end' as part,
        case when name = any(secret) then 'history_value(coalesce(to_jsonb(%1$I.%2$I), ''null''))' else '%1$I.%2$I' end as kept
      from unnest(changed) as name
    ) as columns
  ) using who, restored_entry;
  return null;
end
$$;
