import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { BatchedGets } from './batch-gets.ts'

let stores: TestStores
let redis: Redis

beforeAll(async () => {
  stores = await openTestStores()
  redis = connectRedis(stores.urls.redis_url, { name: 'test' })
  await whenReady(redis)
})
afterAll(async () => {
  redis.disconnect()
  await stores.close()
})

const sent = async () => Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1])

it('gives everyone the value of their own key, and null where there is none', async () => {
  const gets = new BatchedGets(redis)
  const keys = Array.from({ length: 600 }, (_, index) => `batch-gets:${index}`)
  for (const key of keys.filter((_, index) => index % 3 > 0)) await redis.set(key, `value of ${key}`)
  const found = await Promise.all(keys.map((key) => gets.get(key)))
  expect(found).toEqual(keys.map((key, index) => (index % 3 > 0 ? `value of ${key}` : null)))
})

it('asks once for all of one turn, 256 at a time', async () => {
  const gets = new BatchedGets(redis)
  const before = await sent()
  await Promise.all(Array.from({ length: 600 }, (_, index) => gets.get(`batch-gets:${index}`)))
  // Others may use this Redis meanwhile: far fewer than one command a key tells enough.
  expect((await sent()) - before).toBeLessThan(300)
})

it('rejects at once while Redis is away', async () => {
  const away = connectRedis('redis://127.0.0.1:1', { name: 'test' })
  const gets = new BatchedGets(away)
  const asked = await Promise.allSettled([gets.get('one'), gets.get('two')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  away.disconnect()
})
