-- Replaced by links_expiring. Apart from it, because nobody reads links while an index is dropped.
drop index links_to_expire;
