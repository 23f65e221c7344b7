import { setTimeout as wait } from 'node:timers/promises'
import { countDirty } from '#model/clicks/rollups/build-days.ts'
import { keepRollups, restartRollups, rollupsAreDue } from '#model/clicks/rollups/keep-rollups.ts'
import { takeTask } from '#model/installation/upkeep-tasks.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { withPostgres } from './with-postgres.ts'

const pauseMs = 1_000

/** Builds all rollups anew. Ends when reports can use them. */
export async function rebuildRollups(config: Config): Promise<void> {
  const { clickhouse_url, clickhouse_cluster } = findStoreUrls(config)
  const clickhouse = connectClickhouse(clickhouse_url, clickhouse_cluster)
  try {
    await withPostgres(config, async (sql) => {
      const windowDays = config.VISITOR_WINDOW_DAYS
      await restartRollups(sql)
      let shown: number | undefined
      for (;;) {
        const isDue = await askWhether(sql, windowDays)
        const left = await countDirty(sql)
        if (!isDue && left === 0) break
        if (left !== shown) process.stderr.write(`Days to build: ${left}\n`)
        shown = left
        const ran = isDue && (await keepOnce(sql, () => keepRollups({ sql, clickhouse }, windowDays)))
        // Another worker is building, or clicks of a day may still arrive.
        if (!ran) await wait(pauseMs)
      }
      const [built] = await sql<{ days: number }[]>`select coalesce(sum(days), 0)::int as days from click_rollups`
      process.stdout.write(`Days with rollups: ${built?.days ?? 0}\n`)
    })
  } finally {
    await clickhouse.close()
  }
}

async function askWhether(sql: Sql, windowDays: number): Promise<boolean> {
  const [row] = await sql<{ due: boolean }[]>`select ${rollupsAreDue(windowDays)(sql)} as due`
  return row?.due === true
}

/** The transaction only holds the lock of the workers' task. */
const keepOnce = (sql: Sql, keep: () => Promise<void>): Promise<boolean> =>
  sql.begin(async (tx) => {
    if (!(await takeTask(tx, 'rollups'))) return false
    await keep()
    return true
  })
