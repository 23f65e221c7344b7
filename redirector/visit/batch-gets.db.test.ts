import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '#runtime/log.ts'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import { Proxy } from '../../test/guarantees/proxy.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { BatchedGets } from './batch-gets.ts'

const log = createLog('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false })

let stores: TestStores
let proxy: Proxy
let direct: Redis
let redis: Redis

beforeAll(async () => {
  stores = await openTestStores()
  proxy = await Proxy.open(stores.urls.redis_url)
  direct = connectRedis(stores.urls.redis_url, { name: 'test' })
  redis = connectRedis(proxy.route(stores.urls.redis_url), { name: 'test' })
  await Promise.all([whenReady(direct), whenReady(redis)])
})
afterEach(() => {
  proxy.pass()
  vi.restoreAllMocks()
})
afterAll(async () => {
  redis?.disconnect()
  direct?.disconnect()
  await proxy?.close()
  await stores?.close()
})

it("returns each key's value, or null without one", async () => {
  const gets = new BatchedGets({ redis, log })
  const keys = Array.from({ length: 600 }, (_, index) => `batch-gets:${index}`)
  for (const key of keys.filter((_, index) => index % 3 > 0)) await direct.set(key, `value of ${key}`)
  const found = await Promise.all(keys.map((key) => gets.get(key)))
  expect(found).toEqual(keys.map((key, index) => (index % 3 > 0 ? `value of ${key}` : null)))
})

it('sends one request for all keys of one turn, 256 at a time', async () => {
  const gets = new BatchedGets({ redis, log })
  const sent = vi.spyOn(redis, 'mget')
  await Promise.all(Array.from({ length: 600 }, (_, index) => gets.get(`batch-gets:${index}`)))
  expect(sent).toHaveBeenCalledTimes(3)
})

it('sends one request for all keys that arrive while Redis is responding', async () => {
  const gets = new BatchedGets({ redis, log })
  await direct.set('batch-gets:late', 'found')
  const sent = vi.spyOn(redis, 'mget')
  proxy.delay(500)
  const asked = []
  for (let index = 0; index < 200; index++) {
    asked.push(gets.get(index === 150 ? 'batch-gets:late' : `batch-gets:none:${index}`))
    await turn()
  }
  const found = await Promise.all(asked)
  expect(found.indexOf('found')).toBe(150)
  expect(found.filter((value) => value !== null).length).toBe(1)
  // Two, unless this machine needs longer for 200 turns of the event loop than Redis for its response.
  expect(sent.mock.calls.length).toBeLessThan(10)
})

it('returns null at once while Redis is down', async () => {
  const away = connectRedis('redis://127.0.0.1:1', { name: 'test' })
  const gets = new BatchedGets({ redis: away, log })
  expect(await Promise.all([gets.get('one'), gets.get('two')])).toEqual([null, null])
  away.disconnect()
})

it('times out all callers with the first one when Redis is silent, and then asks again', async () => {
  const gets = new BatchedGets({ redis, log })
  await direct.set('batch-gets:there', 'found')
  proxy.blackHole()
  const start = performance.now()
  const first = gets.get('batch-gets:there').then(() => performance.now() - start)
  await turn()
  await turn()
  const behind = gets.get('batch-gets:there')
  const waited = await first
  expect(await behind).toBeNull()
  expect(performance.now() - start).toBeLessThan(waited * 1.5)
  proxy.pass()
  expect(await gets.get('batch-gets:there')).toBe('found')
})
