import { runLanes } from '#core/run-lanes.ts'
import type { Part, Sql } from '#runtime/postgres.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import { hasRows } from '../rows.ts'
import { withLockedLink } from './lock-link.ts'

/** Links per run; the others wait for the next run. Each takes a transaction of about 5 ms. */
const mostLinks = 1_000
const linksAtOnce = 4

/**
 * Writes scheduled changes that are due to the rows of their links. Redirectors do not wait for this: their records contain
 * the changes, and the relay sends the new records later. After a failure, a link stays due.
 */
export async function runSchedules(stores: LinkStores): Promise<void> {
  const due = await selectDue(stores.sql)
  await runLanes(due, linksAtOnce, async (which) => {
    try {
      // This applies the due changes, if another process has not done so.
      await withLockedLink(stores, which, async () => undefined)
    } catch (error) {
      stores.log.warn({ err: error, link_id: which.link_id }, 'a scheduled change was not applied; it will be later')
    }
  })
}

/** Does the same for one link, so that what follows sees its current state. */
export async function settleSchedules(
  stores: LinkStores,
  which: { account_id: string; link_id: string },
): Promise<void> {
  const isScheduled = await hasRows(stores.sql, stores.sql`links where id = ${which.link_id} and ${isDue(stores.sql)}`)
  if (isScheduled) await withLockedLink(stores, which, async () => undefined)
}

/** The condition and the expression of the index links_scheduled. */
const isScheduled = (sql: Sql): Part => sql`schedules <> '[]' and trashed_at is null`
const firstTime = (sql: Sql): Part => sql`((schedules -> 0 ->> 'at') collate "C")`
const isDue = (sql: Sql): Part => sql`
  ${isScheduled(sql)} and ${firstTime(sql)} <= to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const schedulesAreDue = (sql: Sql): Part => sql`exists (select from links where ${isDue(sql)})`

async function selectDue(sql: Sql): Promise<{ account_id: string; link_id: string }[]> {
  return await sql<{ account_id: string; link_id: string }[]>`
    select account_id, id as link_id
    from links
    where ${isDue(sql)}
    order by ${firstTime(sql)}
    limit ${mostLinks}`
}
