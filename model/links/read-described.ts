import type { Tx } from '#runtime/postgres.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { type DescribedLink, describeLink, type Site } from './describe-link.ts'
import { linkUses } from './link-row.ts'

/** The records of links for an event, by account. */
export async function readDescribed(
  tx: Tx,
  ids: readonly string[],
  site: Site,
): Promise<{ account_id: string; data: ShortUrl }[]> {
  const rows = await tx<(DescribedLink & { account_id: string })[]>`
    select links.*, coalesce(link_counts.clicks, 0) as clicks, link_counts.last_clicked_at,
      json_build_object('type', domains.type, 'host', domains.host) as domain, null as stored, ${linkUses(tx)}
    from links
    join domains on domains.id = links.domain_id
    left join link_counts on link_counts.link_id = links.id
    where links.id = any(${[...ids]}::uuid[])
    order by links.id`
  const now = Date.now()
  return rows.map(({ account_id, ...link }) => ({ account_id, data: describeLink(link, site, now) }))
}
