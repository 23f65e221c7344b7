-- The rev of a change of some codes: a statement that takes it has their locks first. The caller sorts the keys.
create function take_rev(keys text[]) returns bigint
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(keys) as key;
  return nextval('link_rev');
end
$$;
