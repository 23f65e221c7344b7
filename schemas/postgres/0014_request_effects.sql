-- Set in the transactions of the request itself. With an effect and without a reply its process died in between, or failed.
alter table idempotency_keys add column has_effect boolean not null default false;
