import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../test/stack/eventually.ts'
import { startRedisCluster } from '../test/stack/redis-cluster.ts'
import { password, secured, startRedisServer, startSentinel } from '../test/stack/redis-servers.ts'
import { connectRedis, connectRedisForQueues, type Redis, whenReady } from './redis.ts'

const failoverMs = 60_000

async function connected(url: string, connect = connectRedis): Promise<Redis> {
  const redis = connect(url, { name: 'test' })
  onTestFinished(() => redis.disconnect())
  await whenReady(redis)
  return redis
}

describe('a cluster', () => {
  it('is written to again after a node is killed, and after one stops responding', async () => {
    const cluster = await startRedisCluster()
    onTestFinished(() => cluster.stop())
    const redis = await connected(cluster.url)
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`)
    const writeAll = (value: string) => Promise.all(keys.map((key) => redis.set(key, value)))
    await writeAll('first')
    const seen = await Promise.all(cluster.masters.map((master) => master.redis.dbsize()))
    expect(Math.min(...seen)).toBeGreaterThan(0)

    cluster.masters[0]?.signal('SIGKILL')
    await eventually(() => writeAll('second'), failoverMs)
    cluster.masters[1]?.signal('SIGSTOP')
    await eventually(() => writeAll('third'), failoverMs)
    expect(await Promise.all(keys.map((key) => redis.get(key)))).toEqual(keys.map(() => 'third'))
  })
})

describe('sentinels', () => {
  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'lead to the primary, also after its %s, and queues continue',
    async (signal) => {
      const [primary, replica] = await Promise.all([startRedisServer(secured), startRedisServer(secured)])
      onTestFinished(async () => void (await Promise.all([primary.stop(), replica.stop()])))
      await replica.redis.replicaof('127.0.0.1', primary.port)
      const sentinel = await startSentinel(primary)
      await eventually(async () => expect(await sentinel.redis.call('SENTINEL', 'REPLICAS', 'main')).toHaveLength(1))
      const url = `redis+sentinel://:${password}@127.0.0.1:${sentinel.port}/main/1`
      const [redis, queue] = [await connected(url), await connected(url, connectRedisForQueues)]
      await redis.set('key', 'first')
      await eventually(async () => {
        await replica.redis.select(1)
        expect(await replica.redis.get('key')).toBe('first')
      })
      primary.signal(signal)
      const queued = queue.set('queued', 'second')
      await eventually(() => redis.set('key', 'second'), failoverMs)
      await queued
      expect([await replica.redis.get('key'), await replica.redis.get('queued')]).toEqual(['second', 'second'])
    },
  )
})

/** As errors of scripts look in Redis 6. */
const script = `
  local reply = redis.pcall('SET', KEYS[1], 'value')
  if reply.err then return redis.error_reply('ERR Error running script: @user_script: 1: -' .. reply.err) end
  return reply`
const writes: [string, (redis: Redis) => Promise<unknown>][] = [
  ['command', (redis) => redis.set('key', 'value')],
  ['script', (redis) => redis.eval(script, 1, 'key')],
]

it.each(writes)(
  'a primary that has become a replica is left: a %s is sent again on a new connection',
  async (_name, write) => {
    const [server, other] = await Promise.all([startRedisServer(secured), startRedisServer(secured)])
    onTestFinished(async () => void (await Promise.all([server.stop(), other.stop()])))
    const redis = await connected(`redis://:${password}@127.0.0.1:${server.port}`)
    await server.redis.replicaof('127.0.0.1', other.port)
    let connections = 0
    redis.on('ready', () => {
      connections += 1
    })
    await expect(write(redis)).rejects.toThrow()
    await eventually(() => expect(connections).toBeGreaterThan(0))
    await server.redis.replicaof('NO', 'ONE')
    await eventually(async () => expect(await write(redis)).toBe('OK'))
  },
)
