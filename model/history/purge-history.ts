import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { endNight, isDueTonight } from '../installation/nightly-tasks.ts'

/** Entries of one object. */
export const mostEntries = 1_000
/** Objects of one turn. */
const mostObjects = 1_000
/** Limit of one turn, so that the transaction stays short. */
const longestMs = 10_000

const task = 'history'

export const historyIsDue = (sql: Sql): Part => isDueTonight(sql, task)

/** Removes the oldest entries of objects that have too many. At night, because finding these objects reads the whole table. */
export async function purgeHistory(tx: Tx, most = mostObjects): Promise<void> {
  const end = performance.now() + longestMs
  const crowded = await selectCrowded(tx, most)
  for (const { object_id, oldest } of crowded) {
    if (performance.now() > end) return
    await tx`
      delete from history
      where object_id = ${object_id} and place < ${oldest}::bigint`
  }
  if (crowded.length < most) await endNight(tx, task)
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
