import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { Fragment } from '#runtime/ch-tag.ts'
import { type ClickHouse, connectClickhouse } from '#runtime/clickhouse.ts'
import { type Config, readConfig } from '#runtime/config.ts'
import { createLog, type Log } from '#runtime/log.ts'
import { connectPostgres, type Sql } from '#runtime/postgres.ts'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { copyClickTables, withTablesWhenNeeded } from './click-tables.ts'
import { transportUnderTest } from './transport.ts'
import { templateDatabase, withDatabase } from './urls.ts'

export interface TestStores {
  urls: StoreUrls
  sql: Sql
  redis: Redis
  ch: ClickHouse
  /** Settings of a stack on these stores, with a separate data folder. */
  config: Config
  log: Log
  close(): Promise<void>
}

interface Options {
  /** The tables of the clicks are created before the first statement of `ch`, so no other client may use `urls` before. */
  clicksWhenNeeded?: boolean
}

/** Real stores for one test file: clones of the template databases in Postgres and ClickHouse, and a flushed logical Redis database. */
export async function openTestStores(
  settings: NodeJS.ProcessEnv = {},
  { clicksWhenNeeded = false }: Options = {},
): Promise<TestStores> {
  const server = inject('storeUrls')
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = connectPostgres(server.database_url, { name: 'test', max: 1 })
  await admin`create database ${admin(database)} template ${admin(templateDatabase)}`
  const clickhouseAdmin = connectClickhouse(server.clickhouse_url)
  const createClickTables = () => copyClickTables(clickhouseAdmin, database)
  if (!clicksWhenNeeded) await createClickTables()

  const urls = {
    database_url: withDatabase(server.database_url, database),
    // Concurrent test files have different pool ids, and therefore different logical databases.
    redis_url: withDatabase(server.redis_url, Number(process.env['VITEST_POOL_ID'] ?? 1)),
    clickhouse_url: withDatabase(server.clickhouse_url, database),
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-test-data-'))
  const config = readConfig({
    DATABASE_URL: urls.database_url,
    REDIS_URL: urls.redis_url,
    CLICKHOUSE_URL: urls.clickhouse_url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...transportUnderTest,
    ...settings,
  })
  const log = createLog('test', config)
  const sql = connectPostgres(urls.database_url, { name: 'test' })
  const redis = connectRedis(urls.redis_url, { name: 'test' })
  const connected = connectClickhouse(urls.clickhouse_url)
  const clickhouse = clicksWhenNeeded ? withTablesWhenNeeded(connected, createClickTables) : connected
  await whenReady(redis)
  await redis.flushdb()

  async function close(): Promise<void> {
    redis.disconnect()
    await Promise.all([sql.end({ timeout: 1 }), clickhouse.close()])
    await admin`drop database ${admin(database)} with (force)`
    await clickhouseAdmin.command(new Fragment([`drop database if exists ${database} sync`], []))
    await Promise.all([admin.end(), clickhouseAdmin.close(), rm(dataDir, { recursive: true, force: true })])
  }
  return { urls, sql, redis, ch: clickhouse, config, log, close }
}
