import { runLanes } from '#core/run-lanes.ts'
import type { Part, Sql } from '#runtime/postgres.ts'
import { trashDays } from '#schemas/account-limits.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import { deleteLink } from './delete-link.ts'
import type { LockedLink } from './locked-link.ts'

/** Links per run; the rest waits for the next run. Each deletion is its own transaction of about 5 ms. */
const mostLinks = 1_000
const linksAtOnce = 4

interface DueLink {
  id: string
  account_id: string
  trashed_at: Date
}

/** Deletes links that have been in the trash for 30 days, as DELETE does. After a failure, a link stays due. Links in quarantine stay. */
export async function emptyTrash(stores: LinkStores): Promise<void> {
  const due = await selectDue(stores.sql)
  await runLanes(due, linksAtOnce, async ({ id, account_id, trashed_at }) => {
    // It may have been restored in the meantime, and even moved to the trash again.
    const isUnchanged = (link: LockedLink) => link.trashed_at?.getTime() === trashed_at.getTime()
    try {
      await deleteLink(stores, account_id, id, isUnchanged)
    } catch (error) {
      stores.log.warn({ err: error, link_id: id }, 'a link in the trash was not deleted; it will be')
    }
  })
}

const isDue = (sql: Sql): Part => sql`
  trashed_at <= now() - make_interval(days => ${trashDays}) and quarantined_at is null`

export const trashIsDue = (sql: Sql): Part => sql`exists (select from links where ${isDue(sql)})`

async function selectDue(sql: Sql): Promise<DueLink[]> {
  return await sql<DueLink[]>`
    select id, account_id, trashed_at
    from links
    where ${isDue(sql)}
    order by trashed_at
    limit ${mostLinks}`
}
