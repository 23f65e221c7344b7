import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { backUp } from '#model/backup/back-up.ts'
import { keysCopy } from '#model/backup/manifest.ts'
import { restore } from '#model/backup/restore.ts'
import { checkKey } from '#model/installation/stored-secrets.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import { ifThere } from '#runtime/if-there.ts'
import { createLog } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import { connectRedis } from '#runtime/redis.ts'
import { keysFile, MissingKeyError, SecretKeys } from '#runtime/secret-keys.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { untilRedis } from './until-redis.ts'
import { withPostgres } from './with-postgres.ts'

const say = (line: string) => void process.stderr.write(`${line}\n`)

/** null if the keys are in ENCRYPTION_KEY. */
const findKeysFile = ({ ENCRYPTION_KEY, DATA_DIR }: Config) =>
  ENCRYPTION_KEY === undefined ? keysFile(DATA_DIR) : null

/** Writes a backup of the running installation into a new folder. */
export async function takeBackup(config: Config, target: string): Promise<void> {
  const folder = resolve(target)
  const present = (await ifThere(() => readdir(folder))) ?? []
  if (present.length > 0) throw new Error(`${folder} is not empty: choose a new folder`)
  const urls = findStoreUrls(config)
  const clickhouse = connectClickhouse(urls.clickhouse_url, urls.clickhouse_cluster)
  try {
    await withPostgres(config, async (sql) => {
      const { tables, clicks } = await backUp({ sql, clickhouse, keysFile: findKeysFile(config), folder, say })
      process.stdout.write(`${folder}: ${sum(tables)} rows of Postgres, ${sum(clicks)} rows of ClickHouse\n`)
    })
  } finally {
    await clickhouse.close()
  }
}

/** Fills empty stores from a backup. */
export async function restoreBackup(config: Config, source: string): Promise<void> {
  const urls = findStoreUrls(config)
  const clickhouse = connectClickhouse(urls.clickhouse_url, urls.clickhouse_cluster)
  const redis = connectRedis(urls.redis_url, { name: 'cli' })
  try {
    await untilRedis(redis)
    const log = createLog('restore', { ...config, LOG_LEVEL: 'warn' })
    await withPostgres(config, async (sql) => {
      const folder = resolve(source)
      const { created_at } = await restore({ sql, redis, clickhouse, keysFile: findKeysFile(config), folder, log, say })
      const obstacle = await findObstacle(sql, config, folder)
      process.stdout.write(`Restored the installation as of ${created_at}. ${obstacle ?? 'Start Waymark now.'}\n`)
    })
  } finally {
    redis.disconnect()
    await clickhouse.close()
  }
}

/** Why Waymark would not start on the restored stores with these settings. */
async function findObstacle(sql: Sql, config: Config, folder: string): Promise<string | undefined> {
  try {
    await checkKey(sql, new SecretKeys(config))
    return undefined
  } catch (error) {
    if (!(error instanceof MissingKeyError)) throw error
    const copy = keysCopy(folder)
    const source = existsSync(copy) ? ` The keys of the backup are in ${copy}.` : ''
    return `Before you start Waymark: ${error.message}${source}`
  }
}

const sum = (parts: readonly { rows: number }[]) => parts.reduce((rows, part) => rows + part.rows, 0)
