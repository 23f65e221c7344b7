-- Deliveries that a user sends, again or as a test. If the endpoint has failed, they are sent before all others.
alter table webhook_deliveries add column sent_by_user boolean not null default false;
create index webhook_deliveries_sent_by_users on webhook_deliveries (webhook_id) where sent_by_user;
