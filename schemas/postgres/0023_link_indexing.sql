-- false: redirects ask search engines not to index the short URL.
alter table links add column indexing boolean not null default true;
