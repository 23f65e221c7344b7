-- A walk that takes longer than a day does not begin again before it has ended. Until then, it also checks new links, which are
-- those after last_new_id. Null: an earlier version began the walk.
alter table safety_walks
  add column last_new_id uuid,
  -- An earlier time than begun_at is that of the previous walk.
  add column ended_at timestamptz;

-- Up to this position, old items of the import are removed.
alter table imports add column items_pruned_to integer not null default 0;
