-- An import that ends its worker at the same place each time would be taken again and again.
alter table imports
  -- Whether a worker has begun a turn, and neither ended nor released it.
  add column is_held boolean not null default false,
  -- Turns without progress in a row that nobody ended, because their worker was killed or crashed.
  add column crashes integer not null default 0;
