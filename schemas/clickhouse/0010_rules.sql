-- The rule that chose the destination of a click; empty for none.
alter table clicks add column rule_id LowCardinality(String) after variant_id;
