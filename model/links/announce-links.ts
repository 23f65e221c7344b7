import type { Tx } from '#runtime/postgres.ts'
import { announceEach } from '../webhooks/announce.ts'
import { type DescribedLink, describeLink, type Site } from './describe-link.ts'
import { linkColumns, linkHealth, linkUses } from './link-row.ts'

type LinkEvent = 'url.updated' | 'url.expired' | 'url.limit_reached' | 'url.health_changed'

/** Announces an event of links, if there are any. */
export async function announceLinks(tx: Tx, type: LinkEvent, ids: readonly string[], site: Site): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx<(DescribedLink & { account_id: string })[]>`
    select ${linkColumns(tx)}, coalesce(link_counts.clicks, 0) as clicks, link_counts.last_clicked_at,
      json_build_object('type', domains.type, 'host', domains.host) as domain, null as stored, ${linkUses(tx)}, ${linkHealth(tx)}
    from links
    join domains on domains.id = links.domain_id
    left join link_counts on link_counts.link_id = links.id
    where links.id = any(${[...ids]}::uuid[])
    order by links.id`
  const now = Date.now()
  const records = rows.map(({ account_id, ...link }) => ({ account_id, data: describeLink(link, site, now) }))
  await announceEach(tx, type, records)
}
