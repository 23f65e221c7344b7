import { expect, onTestFinished } from 'vitest'
import type { Redis } from '#runtime/redis.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { eventually } from './eventually.ts'
import { startOwnRedis } from './own-redis.ts'

interface RedisPair {
  primary: { redis: Redis; url: string }
  /** Has what the primary had until it was cut off, and has taken over. */
  successor: { redis: Redis; url: string }
  /** From now on, changes of the primary are missing in its replica, which becomes a primary. */
  cutOff: () => Promise<void>
}

/** A Redis with a replica, which both stop after the test. */
export async function startRedisPair(urls: StoreUrls): Promise<RedisPair> {
  const [primary, replica] = await Promise.all([startOwnRedis(urls), startOwnRedis(urls)])
  onTestFinished(() => Promise.all([primary.stop(), replica.stop()]).then(() => undefined))
  const { hostname, port, password } = new URL(primary.url)
  // Otherwise, it waits 5 s for other replicas.
  await primary.redis.config('SET', 'repl-diskless-sync-delay', 0)
  await replica.redis.config('SET', 'masterauth', password)
  await replica.redis.replicaof(hostname, port)
  return {
    primary,
    successor: replica,
    async cutOff() {
      await primary.redis.set('last', 'word')
      await eventually(async () => expect(await replica.redis.get('last')).toBe('word'))
      await replica.redis.replicaof('NO', 'ONE')
    },
  }
}
