-- Whose the counts are, so that lists by clicks find them without the links. Never changed, and the index has nothing in
-- it that a click changes: counting stays on its page. Null where a late batch counted a link that is gone.
alter table link_counts add column account_id uuid;
insert into link_counts (link_id, account_id)
select id, account_id from links
on conflict (link_id) do update set account_id = excluded.account_id;
create index link_counts_account on link_counts (account_id);
