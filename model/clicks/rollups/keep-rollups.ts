import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Part, Sql } from '#runtime/postgres.ts'
import { buildDays, buildingIsDue } from './build-days.ts'
import { discardBuilds, discardingIsDue } from './discard-builds.ts'
import { levelsAreOld, levelsVersion, renewLevels } from './levels-version.ts'
import { leastClicks } from './limits.ts'
import { openDays, openingIsDue } from './open-days.ts'

/** Work of one turn: the days of one check, and one build. */
export async function keepRollups(stores: { sql: Sql; clickhouse: ClickHouse }, windowDays: number): Promise<void> {
  await renewLevels(stores.sql)
  await openDays(stores, { windowDays, leastClicks })
  await buildDays(stores)
  await discardBuilds(stores)
}

export const rollupsAreDue =
  (windowDays: number) =>
  (sql: Sql): Part =>
    sql`(
      ${levelsAreOld(sql)} or ${openingIsDue(sql, windowDays)} or ${buildingIsDue(sql)} or ${discardingIsDue(sql)}
    )`

/** Builds all days anew, with the levels of this version. Reports read the clicks meanwhile. */
export async function restartRollups(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update click_rollups set generation = generation + 1`
    await tx`update click_rollup_progress set checked_before = '1970-01-01', levels_version = ${levelsVersion}`
  })
}
