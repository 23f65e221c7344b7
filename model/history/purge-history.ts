import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { endNight, isDueTonight } from '../installation/nightly-tasks.ts'
import { historyYears } from './read-history.ts'

/** Entries of one object. */
export const mostEntries = 1_000
/** Limits of one turn, so that the transaction stays short. The time counts without the search, which may take longer. */
const limits = { objects: 1_000, oldEntries: 100_000, ms: 10_000 }

const task = 'history'

export const historyIsDue = (sql: Sql): Part => isDueTonight(sql, task)

/**
 * Removes entries that are too old, and the oldest entries of objects that have too many. At night, because finding them reads
 * the whole table. Each turn removes some, and the next one continues.
 */
export async function purgeHistory(tx: Tx, some: Partial<typeof limits> = {}): Promise<void> {
  const most = { ...limits, ...some }
  if ((await removeOld(tx, most.oldEntries)) === most.oldEntries) return
  const crowded = await selectCrowded(tx, most.objects)
  const end = performance.now() + most.ms
  for (const { object_id, oldest } of crowded) {
    await tx`
      delete from history
      where object_id = ${object_id} and place < ${oldest}::bigint`
    if (performance.now() >= end) return
  }
  if (crowded.length < most.objects) await endNight(tx, task)
}

/**
 * Returns the number of removed entries. After a year, removals have mixed entries of all ages, so the BRIN index no longer
 * leaves out parts of the table. A btree index would cost every change of a link instead.
 */
async function removeOld(tx: Tx, most: number): Promise<number> {
  const { count } = await tx`
    delete from history
    where ctid = any(array(
      select ctid
      from history
      where at < now() - make_interval(years => ${historyYears})
      limit ${most}
      for update skip locked
    ))`
  return count
}

/** Objects with too many entries, and the place of the oldest entry that stays. */
async function selectCrowded(tx: Tx, most: number): Promise<{ object_id: string; oldest: string }[]> {
  return await tx<{ object_id: string; oldest: string }[]>`
    select object_id, (
      select place
      from history
      where history.object_id = crowded.object_id
      order by place desc
      offset ${mostEntries - 1}
      limit 1
    )::text as oldest
    from (
      select object_id
      from history
      group by object_id
      having count(*) > ${mostEntries}
      limit ${most}
    ) as crowded`
}
