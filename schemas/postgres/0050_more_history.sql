-- The history of QR codes and A/B tests. The content of a code can have a Wi-Fi password: only that it changed is recorded,
-- and the searchable values, which have no password. Variants are recorded by model/experiments.
create trigger qr_codes_history after update on qr_codes
referencing old table as old_rows new table as new_rows
for each statement execute function record_history(
  '{id,account_id,payload,logo_asset_id,link_id,is_dynamic,expiry_announced,source,scan_check,created_at,updated_at}',
  '{content_data}'
);
create trigger qr_codes_forgotten after delete on qr_codes
referencing old table as old_rows
for each statement execute function forget_history();

create trigger ab_tests_history after update on ab_tests
referencing old table as old_rows new table as new_rows
for each statement execute function record_history(
  '{id,account_id,kind,link_id,qr_code_id,secret,significance_announced,created_at,updated_at,started_at,paused_at,completed_at}',
  '{}'
);
create trigger ab_tests_forgotten after delete on ab_tests
referencing old table as old_rows
for each statement execute function forget_history();
