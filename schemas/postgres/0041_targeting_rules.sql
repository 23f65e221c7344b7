-- Rules that choose a destination, in the order in which they are tried: [{id, name, match, conditions, destination_url}].
alter table links
  add column targeting_rules jsonb not null default '[]',
  -- Where visitors go who match no rule; null: the usual destination.
  add column fallback_url text,
  -- Encrypted. Decides which visitors a percentage includes; null without such a rule.
  add column rules_secret text,
  -- The rev at which rules began to count the clicks of the link, like limited_since.
  add column numbered_since bigint;

-- Reports by rule need a list that earlier rollups lack.
update click_rollups set built_generation = null;
