-- Of which expires_at url.expired was announced, and whether url.limit_reached was since the clicks last were below the
-- limit. What ended before there were these events is not announced.
alter table links
  add column announced_expiry timestamptz,
  add column limit_announced boolean not null default false;
update links set announced_expiry = expires_at where expires_at <= now();
update links set limit_announced = true
from link_counts
where link_counts.link_id = links.id and link_counts.clicks >= links.max_clicks;

create index links_to_expire on links (expires_at) where expires_at is distinct from announced_expiry;
-- A batch of clicks asks it for all its links at once: few links have a limit.
create index links_to_limit on links (id) where max_clicks is not null and not limit_announced;
