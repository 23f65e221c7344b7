import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { startStores } from '../../embedded/stores.ts'

interface OwnRedis {
  url: string
  redis: Redis
  stop: () => Promise<void>
}

/** A separate server, for tests that change its settings. The other stores are those of the tests. */
export async function startOwnRedis({ database_url, clickhouse_url }: StoreUrls): Promise<OwnRedis> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-test-redis-'))
  const own = await startStores({ dataDir, external: { database_url, clickhouse_url }, log: () => undefined })
  const redis = connectRedis(own.redis_url, { name: 'test' })
  await whenReady(redis)
  return {
    url: own.redis_url,
    redis,
    async stop() {
      redis.disconnect()
      await own.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
