-- A variant of a completed test to which all visitors are redirected, until the link gets another destination, another test of
-- it starts or the test is deleted. links.url stays the original destination.
alter table links add column winner_variant_id uuid;
