-- Addresses and CIDRs, as they were given, from which alone the key may be used; null: from anywhere.
alter table api_keys add column allowed_ips text[] check (cardinality(allowed_ips) > 0);
