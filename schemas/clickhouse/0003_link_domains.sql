-- On which domain a link is, for keys that are bound to some. Zero where the link was not read again since: on none.
alter table link_facts add column domain_id UUID;
