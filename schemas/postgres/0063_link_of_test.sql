-- Whether the link was created for the test, and redirects to its first variant while the test is a draft.
alter table ab_tests add column leads_link boolean not null default false;

-- The column is no setting, so the history leaves it out.
drop trigger ab_tests_history on ab_tests;
create trigger ab_tests_history after update on ab_tests
referencing old table as old_rows new table as new_rows
for each statement execute function record_history(
  '{id,account_id,kind,link_id,qr_code_id,leads_link,secret,significance_announced,created_at,updated_at,started_at,paused_at,completed_at}',
  '{}'
);

-- A link and the test that it was created for are from the same transaction.
update ab_tests set leads_link = true
from links
where links.id = ab_tests.link_id and ab_tests.status = 'draft' and links.created_at = ab_tests.created_at;
