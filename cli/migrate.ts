import { connectClickhouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import { createLog } from '#runtime/log.ts'
import { migrateAll } from '#runtime/migrate.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { withPostgres } from './with-postgres.ts'

export async function migrate(config: Config): Promise<void> {
  const clickhouse = connectClickhouse(findStoreUrls(config).clickhouse_url)
  try {
    await withPostgres(config, (sql) => migrateAll(sql, clickhouse, createLog('migrate', config)))
  } finally {
    await clickhouse.close()
  }
}
