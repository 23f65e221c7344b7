-- A change is applied by the actor `schedule`. Earlier rows have fewer actors and need no check. First, because a backup holds
-- this table for longer than links.
alter table audit_log drop constraint audit_log_actor_type_check;
alter table audit_log add constraint audit_log_actor_type_check
check (actor_type in ('user', 'key', 'app', 'cli', 'schedule', 'system')) not valid;

-- Changes that take effect later, earliest first: [{id, at, changes}]. Times are ISO 8601 in UTC with milliseconds, so that
-- their order is that of their texts.
alter table links add column schedules jsonb not null default '[]';
