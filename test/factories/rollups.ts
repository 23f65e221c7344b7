import { buildDays } from '#model/clicks/rollups/build-days.ts'
import { renewLevels } from '#model/clicks/rollups/levels-version.ts'
import { openDays } from '#model/clicks/rollups/open-days.ts'
import type { TestStores } from '../stack/stores.ts'

/** Builds all finished days of every account, as if their last change were long ago. */
export async function buildRollups({ sql, ch }: Pick<TestStores, 'sql' | 'ch'>, windowDays: number): Promise<void> {
  const stores = { sql, clickhouse: ch }
  await openAllDays({ sql, ch }, windowDays)
  await settleDays(sql)
  let isBuilding = true
  while (isBuilding) isBuilding = await buildDays(stores)
}

export async function openAllDays({ sql, ch }: Pick<TestStores, 'sql' | 'ch'>, windowDays: number, leastClicks = 1) {
  await renewLevels(sql)
  let isOpening = true
  while (isOpening) isOpening = await openDays({ sql, clickhouse: ch }, { windowDays, leastClicks })
}

/** Lets the time pass in which late clicks could still arrive. */
export const settleDays = (sql: TestStores['sql']) =>
  sql`update click_rollups set changed_at = changed_at - interval '1 hour'`
