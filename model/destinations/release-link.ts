import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import type { Site } from '../links/describe-link.ts'
import type { LinkRow } from '../links/link-row.ts'
import { withLockedLink } from '../links/lock-link.ts'
import { touchLink } from '../links/write-link.ts'

/** Whether visits go to the fallback URL of a link while its destination is dead. */
export const wantsFallback = ({ use_fallback_when_dead, fallback_url }: LinkRow): boolean =>
  use_fallback_when_dead && fallback_url !== null

/**
 * Checks for which redirectors may have a record with the fallback URL. They are deleted by releaseLink() only, so that these
 * redirectors get the destination again.
 */
export const holdsFallback = (sql: Sql | Tx): Part => sql`
  destination_checks.state = 'dead'
  and exists (select from links where links.id = destination_checks.link_id and links.use_fallback_when_dead)`

interface HeldLink {
  account_id: string
  link_id: string
}

/** Deletes the check of a link, and has redirectors reload the link. */
export async function releaseLink(sql: Sql, site: Site, held: HeldLink): Promise<void> {
  await withLockedLink({ sql, config: site }, held, async (tx, link) => {
    await tx`delete from destination_checks where link_id = ${link.id}`
    await touchLink(tx, link)
  })
}

/** Links per statement. */
const mostLinks = 100

/** Does the same for all links. */
export async function releaseAll(sql: Sql, site: Site): Promise<void> {
  for (;;) {
    const held = await sql<HeldLink[]>`
      select account_id, link_id
      from destination_checks
      where ${holdsFallback(sql)}
      limit ${mostLinks}`
    if (held.length === 0) return
    for (const one of held) await releaseLink(sql, site, one)
  }
}
