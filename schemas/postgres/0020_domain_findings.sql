-- What the last look into DNS found at the names of its records, for whoever compares it with what is expected there.
-- null: no server could tell, or nobody has looked.
alter table domains
  add column found_proofs text[],
  add column found_routes text[];
