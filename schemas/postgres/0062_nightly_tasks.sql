-- When tasks that run once a night last found nothing more to do.
create table nightly_tasks (
  name text primary key,
  done_at timestamptz not null default now()
);
