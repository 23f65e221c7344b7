import { expect, onTestFinished } from 'vitest'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import { eventually } from './eventually.ts'
import { password, secured, startRedisServer } from './redis-servers.ts'

interface RedisPair {
  primary: Redis
  /** Has what the primary had until it was cut off, and has taken over. */
  successor: Redis
  /** From now on, changes of the primary are missing in its replica, which becomes a primary. */
  cutOff: () => Promise<void>
}

/** A Redis with a replica, which both stop after the test. */
export async function startRedisPair(): Promise<RedisPair> {
  const servers = await Promise.all([startRedisServer(secured), startRedisServer(secured)])
  const [server, replica] = servers
  const [primary, successor] = await Promise.all(servers.map(({ port }) => connected(port)))
  onTestFinished(async () => {
    for (const redis of [primary, successor]) redis?.disconnect()
    await Promise.all(servers.map((one) => one.stop()))
  })
  if (server === undefined || replica === undefined || primary === undefined || successor === undefined)
    throw new Error('a server is missing')
  await successor.replicaof('127.0.0.1', server.port)
  return {
    primary,
    successor,
    async cutOff() {
      await primary.set('last', 'word')
      await eventually(async () => expect(await successor.get('last')).toBe('word'))
      await successor.replicaof('NO', 'ONE')
    },
  }
}

async function connected(port: number): Promise<Redis> {
  const redis = connectRedis(`redis://:${password}@127.0.0.1:${port}`, { name: 'test' })
  await whenReady(redis)
  return redis
}
