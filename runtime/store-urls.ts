import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Config, ConfigError } from './config.ts'
import { ifThereSync } from './if-there.ts'

const storeUrls = z.object({
  database_url: z.string(),
  redis_url: z.string(),
  clickhouse_url: z.string(),
  /** Not a URL, but needed with one. */
  clickhouse_cluster: z.string().optional(),
})
export type StoreUrls = z.infer<typeof storeUrls>

/** Written by `npm start` while it runs, so that the CLI finds the same stores. */
export const stackFile = (dataDir: string) => join(dataDir, 'stack.json')

export const givenUrls = (config: Config) => ({
  database_url: config.DATABASE_URL,
  redis_url: config.REDIS_URL,
  clickhouse_url: config.CLICKHOUSE_URL,
  clickhouse_cluster: config.CLICKHOUSE_CLUSTER,
})

/** The store URLs from the settings, or from the Waymark instance running on this data folder. */
export function findStoreUrls(config: Config): StoreUrls {
  const given = storeUrls.partial().parse(givenUrls(config))
  const complete = storeUrls.safeParse(given)
  if (complete.success) return complete.data
  const running = readStackFile(config.DATA_DIR)
  if (running === null) {
    throw new ConfigError(
      `DATABASE_URL, REDIS_URL, CLICKHOUSE_URL: set all of them, or start Waymark (nothing is running on ${config.DATA_DIR})`,
    )
  }
  return storeUrls.parse({ ...running, ...withoutUndefined(given) })
}

const readStackFile = (dataDir: string): StoreUrls | null =>
  ifThereSync(() => storeUrls.parse(JSON.parse(readFileSync(stackFile(dataDir), 'utf8'))))

function withoutUndefined(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
