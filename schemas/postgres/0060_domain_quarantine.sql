-- As for links: set by the operator or by a check, never by the account. Visits then follow no URL of the domain.
alter table domains
  add column quarantined_at timestamptz,
  add column quarantine_reason text;

-- Reports stay when their link or domain is deleted, so the operator still sees what was reported: the host, and the slug of a link.
alter table safety_reports
  add column host text,
  add column code text;
update safety_reports
set host = domains.host, code = links.code
from links
join domains on domains.id = links.domain_id
where links.id = safety_reports.link_id;
update safety_reports
set host = domains.host
from domains
where domains.id = safety_reports.domain_id;
alter table safety_reports
  drop constraint safety_reports_link_id_fkey,
  drop constraint safety_reports_domain_id_fkey;
