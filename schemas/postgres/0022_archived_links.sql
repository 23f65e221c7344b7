-- An archived link is left out of lists.
alter table links add column archived boolean not null default false;
