import type { Part, Sql, Statement, Tx } from '#runtime/postgres.ts'
import { idsOf } from '../rows.ts'
import { announceLinks } from './announce-links.ts'
import type { Site } from './describe-link.ts'
import { limitIsReached } from './link-status.ts'

/** Links per run; the rest waits for the next run. */
const mostLinks = 1_000

/**
 * Notes those of these links that have reached their click limit. Runs after the counting in its transaction, as a separate
 * statement, which sees limits that were set while the counting waited: setting one locks the row of link_counts first.
 * A link that is noted already is locked, so that the run that announces it waits for these clicks.
 */
export const noteReachedLimits = (tx: Tx, linkIds: Part): Statement => tx`
  insert into reached_limits (link_id)
  select links.id
  from links
  join link_counts on link_counts.link_id = links.id
  where links.id = any(${linkIds}) and ${isToAnnounce(tx)}
  order by links.id
  on conflict (link_id) do update set link_id = excluded.link_id`

const isUsedUp = (sql: Sql | Tx) => sql`limit_used is not null and not limit_announced and limit_used >= max_clicks`
export const limitsAreDue = (sql: Sql) => sql`
  exists (select from reached_limits) or exists (select from links where ${isUsedUp(sql)})`

/** Announces noted limits, and those of untracked links, which redirectors report. */
export async function announceDueLimits(tx: Tx, site: Site): Promise<void> {
  const noted = await tx<{ link_id: string }[]>`
    delete from reached_limits
    where link_id in (select link_id from reached_limits limit ${mostLinks} for update skip locked)
    returning link_id`
  const used = await idsOf(tx`
    select id
    from links
    where ${isUsedUp(tx)}
    limit ${mostLinks}`)
  const due = [...noted.map(({ link_id }) => link_id), ...used]
  if (due.length > 0) await announceLimits(tx, site, due)
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

/** Announces url.limit_reached once for each of these links that has reached its click limit. */
async function announceLimits(tx: Tx, site: Site, linkIds: readonly string[]): Promise<void> {
  await announceLinks(tx, 'url.limit_reached', await markReached(tx, linkIds), site)
}

async function markReached(tx: Tx, linkIds: readonly string[]): Promise<string[]> {
  return await idsOf(tx`
    with reached as (
      select links.id
      from links
      join link_counts on link_counts.link_id = links.id
      where links.id = any(${[...linkIds]}::uuid[]) and ${isToAnnounce(tx)}
      order by links.id
      for no key update of links
    )
    update links
    set limit_announced = true
    from reached
    where links.id = reached.id
    returning links.id`)
}

const isToAnnounce = (tx: Tx) => tx`
  links.max_clicks is not null and not links.limit_announced and ${limitIsReached(tx)}`
