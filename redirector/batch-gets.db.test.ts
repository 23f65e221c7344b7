import { type AddressInfo, connect, createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import { eventually } from '../test/stack/eventually.ts'
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

const get = (gets: BatchedGets, key: string) =>
  new Promise<string | null>((found, failed) => gets.get(key, found, failed))
const sent = async () => Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1])

it('gives everyone the value of their own key, and null where there is none', async () => {
  const gets = new BatchedGets(redis)
  const keys = Array.from({ length: 600 }, (_, index) => `batch-gets:${index}`)
  for (const key of keys.filter((_, index) => index % 3 > 0)) await redis.set(key, `value of ${key}`)
  const found = await Promise.all(keys.map((key) => get(gets, key)))
  expect(found).toEqual(keys.map((key, index) => (index % 3 > 0 ? `value of ${key}` : null)))
})

it('asks once for all of one turn, 256 at a time', async () => {
  const gets = new BatchedGets(redis)
  const before = await sent()
  await Promise.all(Array.from({ length: 600 }, (_, index) => get(gets, `batch-gets:${index}`)))
  // Others may use this Redis meanwhile: far fewer than one command a key tells enough.
  expect((await sent()) - before).toBeLessThan(300)
})

it('gathers what is asked for while a command is under way', async () => {
  const gets = new BatchedGets(redis)
  const before = await sent()
  const asked: Promise<string | null>[] = []
  for (let turn = 0; turn < 600; turn++) {
    asked.push(get(gets, `batch-gets:${turn}`))
    await nextTurn()
  }
  expect(await Promise.all(asked)).toEqual(
    asked.map((_, index) => (index % 3 > 0 ? `value of batch-gets:${index}` : null)),
  )
  expect((await sent()) - before).toBeLessThan(400)
})

it('goes on asking while a command hangs', async () => {
  const way = await mutedWay(stores.urls.redis_url)
  const muted = connectRedis(way.url, { name: 'test' })
  await whenReady(muted)
  const gets = new BatchedGets(muted)
  way.mute()
  const asked = [get(gets, 'batch-gets:one')]
  await eventually(() => expect(way.heard()).toContain('batch-gets:one'))
  asked.push(get(gets, 'batch-gets:two'))
  await eventually(() => expect(way.heard()).toContain('batch-gets:two'), 1_000)
  muted.disconnect()
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await way.close()
})

it('rejects at once while Redis is away', async () => {
  const away = connectRedis('redis://127.0.0.1:1', { name: 'test' })
  const gets = new BatchedGets(away)
  const asked = await Promise.allSettled([get(gets, 'one'), get(gets, 'two')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  away.disconnect()
})

/** A way to Redis on which its answers can be held back. */
async function mutedWay(url: string) {
  const { hostname, port } = new URL(url)
  let heard = ''
  let isMuted = false
  const server = createServer((client) => {
    const store = connect(Number(port), hostname)
    client.on('data', (chunk) => {
      heard += chunk.toString()
      store.write(chunk)
    })
    store.on('data', (chunk) => isMuted || client.write(chunk))
    client.on('close', () => store.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const way = new URL(url)
  way.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: way.href,
    heard: () => heard,
    mute: () => {
      isMuted = true
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
