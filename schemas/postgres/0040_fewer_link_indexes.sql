-- Lists in descending order read the ascending indexes backward. Every new link writes to all indexes.
drop index links_name_down;
drop index links_expiry_down;
