import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { hasRows } from '../../rows.ts'

/**
 * Version of the levels (queries/shapes.ts). With a higher one, workers build all days again. During an upgrade, workers of the
 * earlier version build nothing, and reports only read days of the same version.
 */
export const levelsVersion = 2

const ownProgress = (sql: Sql | Tx): Part => sql`click_rollup_progress where levels_version = ${levelsVersion}`

/** Whether the days are built with the levels of this process. */
export const hasOwnLevels = (sql: Sql | Tx): Part => sql`exists (select from ${ownProgress(sql)})`
export const buildsOwnLevels = (tx: Tx): Promise<boolean> => hasRows(tx, ownProgress(tx))

export const levelsAreOld = (sql: Sql | Tx): Part =>
  sql`exists (select from click_rollup_progress where levels_version < ${levelsVersion})`

/**
 * Takes all days out of the reports if they were built by an earlier version. A build that is published meanwhile waits for
 * its days, and then finds the new version.
 */
export async function renewLevels(sql: Sql): Promise<void> {
  const [row] = await sql<{ is_old: boolean }[]>`select ${levelsAreOld(sql)} as is_old`
  if (row?.is_old !== true) return
  await sql.begin(async (tx) => {
    await tx`update click_rollups set built_generation = null`
    await tx`
      update click_rollup_progress
      set levels_version = ${levelsVersion}
      where levels_version < ${levelsVersion}`
  })
}
