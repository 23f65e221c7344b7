import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import { createLog } from '#runtime/log.ts'
import { openQueue } from '#runtime/queues.ts'
import { connectRedis } from '#runtime/redis.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { hourMs } from './seed/rhythm.ts'
import { seedClicks } from './seed/seed-clicks.ts'
import { untilRedis } from './until-redis.ts'
import { withPostgres } from './with-postgres.ts'

const whole = (least: number, most: number) => {
  const error = `Must be a whole number from ${least} to ${most.toLocaleString('en-US')}.`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

const options = z.object({
  clicks: whole(0, 1_000_000_000),
  links: whole(0, 1_000_000),
  days: whole(1, 365),
  seed: whole(0, 999_999),
  until: z.iso.datetime({ offset: true }).optional(),
  account: z.uuid().optional(),
})

/** Fills an account with demo links and clicks. Waymark must be running, because its workers store the clicks. */
export async function seed(config: Config, given: unknown): Promise<void> {
  const { clicks, links: more, days, seed, until, account } = options.parse(given, { error: describeIssue })
  const urls = findStoreUrls(config)
  const redis = connectRedis(urls.redis_url, { name: 'cli' })
  const qrConnection = connectRedis(urls.redis_url, { name: 'cli qr' })
  const clickhouse = connectClickhouse(urls.clickhouse_url, urls.clickhouse_cluster)
  try {
    await withPostgres(config, async (sql) => {
      await untilRedis(redis)
      const account_id = account ?? (await ensureFirstAccount(sql, config.DEFAULT_PLAN))
      const qrQueue = openQueue('qr', qrConnection)
      const stores = { sql, redis, qrQueue, clickhouse, config, log: createLog('seed', config) }
      const goals = { links: more, clicks }
      const end = Math.floor((until === undefined ? Date.now() : Date.parse(until)) / hourMs) * hourMs
      const { links } = await seedClicks(
        { stores, redisUrl: urls.redis_url, progress: (what, made) => showProgress(what, made, goals[what]) },
        { account_id, clicks, ...(more > 0 && { links: more }), days, seed, until: end },
      )
      const period = `${days} days until ${new Date(end).toISOString()}`
      process.stdout.write(`Created ${clicks} clicks on ${links} links over ${period}.\n`)
    })
  } finally {
    redis.disconnect()
    qrConnection.disconnect()
    await clickhouse.close()
  }
}

function showProgress(what: string, made: number, all: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${what}: ${Math.floor((100 * made) / Math.max(all, 1))}%${made < all ? '' : '\n'}`)
}
