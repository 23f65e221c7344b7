import type { Sql, Tx } from '#runtime/postgres.ts'
import { idsOf } from '../rows.ts'
import { announceLinks } from './announce-links.ts'
import type { Site } from './describe-link.ts'

/** Links per run; the rest waits for the next run. */
const mostLinks = 1_000

/** Announces url.expired for links that have expired, once for each expires_at. */
export async function announceExpiries(tx: Tx, site: Site): Promise<void> {
  await announceLinks(tx, 'url.expired', await markExpired(tx), site)
}

const hasExpired = (sql: Sql | Tx) =>
  sql`expires_at is distinct from announced_expiry and expires_at <= now() and trashed_at is null`
export const expiriesAreDue = (sql: Sql) => sql`exists (select from links where ${hasExpired(sql)})`

/** Skips a link that is being changed: its expiration date may be moved, and there is a next run. */
async function markExpired(tx: Tx): Promise<string[]> {
  return await idsOf(tx`
    with due as (
      select id
      from links
      where ${hasExpired(tx)}
      order by expires_at
      limit ${mostLinks}
      for no key update skip locked
    )
    update links
    set announced_expiry = expires_at
    from due
    where links.id = due.id
    returning links.id`)
}
