import type { Tx } from '#runtime/postgres.ts'
import { announceEach } from '../webhooks/announce.ts'
import type { Site } from './describe-link.ts'
import { readDescribed } from './read-described.ts'

/** Links of one run; what is left goes in the next. */
const mostLinks = 1_000

/** Announces url.expired of links whose expiry has come, once for each expires_at. */
export async function announceExpiries(tx: Tx, site: Site): Promise<void> {
  const ids = await markExpired(tx)
  if (ids.length === 0) return
  await announceEach(tx, 'url.expired', await readDescribed(tx, ids, site))
}

/** A link that is being changed is passed over: it may expire later than it seems, and there is a next run. */
async function markExpired(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    with due as (
      select id
      from links
      where expires_at is distinct from announced_expiry and expires_at <= now()
      order by expires_at
      limit ${mostLinks}
      for no key update skip locked
    )
    update links
    set announced_expiry = expires_at
    from due
    where links.id = due.id
    returning links.id`
  return rows.map(({ id }) => id)
}
