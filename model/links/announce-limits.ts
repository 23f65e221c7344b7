import type { Sql, Tx } from '#runtime/postgres.ts'
import { idsOf } from '../rows.ts'
import { announceLinks } from './announce-links.ts'
import type { Site } from './describe-link.ts'
import { limitIsReached } from './link-status.ts'

/** Links per run; the rest waits for the next run. */
const mostLinks = 1_000

/**
 * Announces url.limit_reached once for each of these links that has reached its click limit. Runs after the change, in the
 * transaction that counted the clicks or changed the limit: both lock the row of link_counts before that of the link, so
 * the later of two concurrent transactions sees what the earlier one did.
 */
export async function announceLimits(tx: Tx, site: Site, linkIds: readonly string[]): Promise<void> {
  await announceLinks(tx, 'url.limit_reached', await markReached(tx, linkIds), site)
}

const isUsedUp = (sql: Sql | Tx) => sql`limit_used is not null and not limit_announced and limit_used >= max_clicks`
export const usedLimitsAreDue = (sql: Sql) => sql`exists (select from links where ${isUsedUp(sql)})`

/** Announces url.limit_reached for untracked links, whose limit redirectors report. */
export async function announceUsedLimits(tx: Tx, site: Site): Promise<void> {
  const used = await idsOf(tx`
    select id
    from links
    where ${isUsedUp(tx)}
    limit ${mostLinks}`)
  if (used.length > 0) await announceLimits(tx, site, used)
}

/** A changed click limit that is no longer reached can be announced again. */
export async function announceMovedLimit(tx: Tx, site: Site, linkId: string): Promise<void> {
  await tx`
    update links
    set limit_announced = false
    where id = ${linkId} and limit_announced
    and not exists (
      select from link_counts where link_id = links.id and ${limitIsReached(tx)})`
  await announceLimits(tx, site, [linkId])
}

async function markReached(tx: Tx, linkIds: readonly string[]): Promise<string[]> {
  return await idsOf(tx`
    with reached as (
      select links.id
      from links
      join link_counts on link_counts.link_id = links.id
      where links.id = any(${[...linkIds]}::uuid[])
      and links.max_clicks is not null and not links.limit_announced and ${limitIsReached(tx)}
      order by links.id
      for no key update of links
    )
    update links
    set limit_announced = true
    from reached
    where links.id = reached.id
    returning links.id`)
}
