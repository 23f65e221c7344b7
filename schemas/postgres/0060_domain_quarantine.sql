-- As for links: set by the operator or by a check, never by the account. Visits then follow no URL of the domain.
alter table domains
  add column quarantined_at timestamptz,
  add column quarantine_reason text;
