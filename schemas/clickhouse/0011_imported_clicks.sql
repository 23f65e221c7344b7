-- The service that a click was imported from; empty for clicks of this installation.
alter table clicks add column imported_from LowCardinality(String) after rule_id;
