-- Which levels of rollups are built (model/clicks/rollups/levels-version.ts). Workers of an earlier version build none.
alter table click_rollup_progress add column levels_version integer not null default 1;
