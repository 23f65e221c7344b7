-- Domains on which alone the key may be used; null: on any. One that is deleted stays in the list: without it the key of a
-- single domain would be one for all of them.
alter table api_keys add column domain_ids uuid[] check (cardinality(domain_ids) > 0);

-- The click store is owed on which domain every link is (its migration 0003).
insert into outbox (target, domain_id, code, rev)
select 'facts', domain_id, code, rev from links;
