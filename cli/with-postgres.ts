import type { Config } from '#runtime/config.ts'
import { connectPostgres, type Sql } from '#runtime/postgres.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'

/** Runs a command on Postgres: the configured server, or the one of the Waymark running on DATA_DIR. */
export async function withPostgres<Result>(config: Config, run: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connectPostgres(findStoreUrls(config).database_url, { name: 'cli', max: 2 })
  try {
    return await run(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
