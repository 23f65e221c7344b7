import { setTimeout as wait } from 'node:timers/promises'
import type { LinkStores } from '#model/publish/apply-change.ts'
import type { Config } from '#runtime/config.ts'
import { createLog } from '#runtime/log.ts'
import { connectRedis, whenReady } from '#runtime/redis.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { withPostgres } from './with-postgres.ts'

/** Without Redis, the workers publish the change as soon as Redis is back. */
const connectMostMs = 2_000

/** Runs a command that changes links, and publishes their records at once. */
export async function withLinkStores<Result>(
  config: Config,
  run: (stores: LinkStores) => Promise<Result>,
): Promise<Result> {
  const redis = connectRedis(findStoreUrls(config).redis_url, { name: 'cli' })
  try {
    await Promise.race([whenReady(redis), wait(connectMostMs, undefined, { ref: false })])
    const log = createLog('cli', { ...config, LOG_LEVEL: 'silent' })
    return await withPostgres(config, (sql) => run({ sql, redis, config, log }))
  } finally {
    redis.disconnect()
  }
}
