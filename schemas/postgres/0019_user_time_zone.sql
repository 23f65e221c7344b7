-- The time zone in which the web pages show days and times, by its IANA name; null: that of the browser.
alter table users add column time_zone text;
