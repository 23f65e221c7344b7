import { setTimeout as wait } from 'node:timers/promises'
import { countUnpurged, purgeClicks } from '#model/clicks/purge-clicks.ts'
import { takeTask } from '#model/installation/upkeep-tasks.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { withPostgres } from './with-postgres.ts'

const pauseMs = 2_000
/** A click of a link that was just deleted can be stored for a minute, and ClickHouse deletes in the background. */
const mostMs = 15 * 60_000

/** Deletes the clicks of all deleted links now. Ends when ClickHouse has none of them. */
export async function purge(config: Config): Promise<void> {
  const { clickhouse_url, clickhouse_cluster } = findStoreUrls(config)
  const clickhouse = connectClickhouse(clickhouse_url, clickhouse_cluster)
  try {
    await withPostgres(config, async (sql) => {
      const links = await countUnpurged(sql)
      const deadline = Date.now() + mostMs
      for (let left = links; left > 0; left = await countUnpurged(sql)) {
        process.stderr.write(`Deleted links with clicks left to remove: ${left}\n`)
        if (Date.now() > deadline) throw new Error('The clicks were not deleted within 15 minutes. Run it again.')
        await sql.begin(async (tx) => {
          if (await takeTask(tx, 'purge')) await purgeClicks(tx, { sql, clickhouse }, 'now')
        })
        await wait(pauseMs)
      }
      process.stdout.write(`Removed the clicks of ${links} deleted ${links === 1 ? 'link' : 'links'}.\n`)
    })
  } finally {
    await clickhouse.close()
  }
}
