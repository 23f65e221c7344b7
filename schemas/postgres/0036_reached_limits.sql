-- Links whose stored clicks have reached their click limit, until workers announce it. Counting clicks only notes them here,
-- because announcing takes several statements, and the counts of a busy link would stay locked all that time.
create table reached_limits (link_id uuid primary key);
