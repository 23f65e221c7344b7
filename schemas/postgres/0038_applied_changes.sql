-- The last change of each code that Redis has, with the server that has it. Another server that takes over may have an
-- older record, for as long as Redis keeps records. A change of a host has its host in `code`, and zeros as domain_id.
create table applied_changes (
  domain_id uuid,
  code text,
  rev bigint not null,
  server text not null,
  applied_at timestamptz not null default now(),
  primary key (domain_id, code)
);
create index applied_changes_server on applied_changes (server);
create index applied_changes_applied_at on applied_changes (applied_at);
