-- Batches of clicks that no worker could read, kept for inspection. Their redirector has deleted its copy.
create table parked_batches (
  batch_id uuid primary key,
  parked_at timestamptz not null default now(),
  -- Grows each time that it could not be read.
  attempts integer not null default 1,
  why text not null,
  -- From the job in the queue: the number of clicks, and what should have been their lines.
  clicks double precision not null,
  content bytea not null
);
