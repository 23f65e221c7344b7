import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { queues } from '#schemas/queues.ts'
import { cuttableWay } from '../test/stack/cuttable-way.ts'
import { eventually } from '../test/stack/eventually.ts'
import { signal } from '../test/stack/signal.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { openQueue, startWorker, type TypedQueue } from './queues.ts'
import { connectRedis, connectRedisForQueues, type Redis } from './redis.ts'

let stores: TestStores
let connection: Redis
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  stores = await openTestStores()
  connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(async () => {
  connection.disconnect()
  await stores.close()
})

const batch = (id: string) => ({ batch_id: id, rows: 1, tsv: 'x', reply_to: 'me' })
const first = '0190f1a2-0000-7000-8000-000000000000'
const second = '0190f1a2-0000-7000-8000-000000010000'

async function jobsLeft(queue: TypedQueue<'clicks'>): Promise<number> {
  return Object.values(await queue.counts()).reduce((sum, n) => sum + n, 0)
}

it('runs a job once that was added twice with one id', async () => {
  const queue = openQueue('clicks', connection)
  await Promise.all([queue.add(batch(first), first), queue.add(batch(first), first)])
  const seen: string[] = []
  const worker = startWorker('clicks', connection, { concurrency: 2, log: stores.log }, async (payload) => {
    seen.push(payload.batch_id)
  })
  closers.push(
    () => queue.close(),
    () => worker.close(),
  )
  await eventually(async () => expect(await jobsLeft(queue)).toBe(0))
  expect(seen).toEqual([first])
})

it('retries a failed job, and removes it when it is done', async () => {
  const queue = openQueue('clicks', connection)
  let tries = 0
  const worker = startWorker('clicks', connection, { concurrency: 1, log: stores.log }, async () => {
    tries++
    if (tries === 1) throw new Error('the store is away')
  })
  closers.push(
    () => queue.close(),
    () => worker.close(),
  )
  await queue.add(batch(second), second)
  await eventually(() => expect(tries).toBe(2))
  await eventually(async () => expect(await jobsLeft(queue)).toBe(0))
})

/** A job whose worker has just been killed, and was killed this often before. */
async function addStalled(url: string, crashes: number): Promise<void> {
  const queue = openQueue('destinations', connection)
  closers.push(() => queue.close())
  const id = `page-${crashes}`
  await queue.add({ task: 'page', url, account_id: first }, id)
  const key = (name: string) => `${queues.destinations.prefix}:destinations:${name}`
  await connection.rpoplpush(key('wait'), key('active'))
  await connection.hset(key(id), 'stc', crashes)
  await connection.sadd(key('stalled'), id)
}

it('runs the job of a killed worker again once', async () => {
  await addStalled('https://example.com/once', 0)
  await addStalled('https://example.com/twice', 1)
  const seen: string[] = []
  const worker = startWorker('destinations', connection, { concurrency: 1, log: stores.log }, async (payload) => {
    seen.push(payload.task === 'page' ? payload.url : payload.origin)
  })
  closers.push(() => worker.close())
  const queue = openQueue('destinations', connection)
  closers.push(() => queue.close())
  await eventually(async () => expect(Object.values(await queue.counts()).reduce((sum, n) => sum + n, 0)).toBe(0))
  expect(seen).toEqual(['https://example.com/once'])
})

it('keeps a job that runs again locked, when the run that had lost its lock ends', async () => {
  const queue = openQueue('destinations', connection)
  const runs: ReturnType<typeof signal>[] = []
  const worker = startWorker('destinations', connection, { concurrency: 2, log: stores.log }, async () => {
    const held = signal()
    runs.push(held)
    await held.given
  })
  closers.push(
    () => queue.close(),
    () => worker.close(),
    async () => runs.forEach((run) => run.give()),
  )
  const key = (name: string) => `${queues.destinations.prefix}:destinations:${name}`
  await queue.add({ task: 'page', url: 'https://example.com/slow', account_id: first }, 'slow')
  await eventually(() => expect(runs).toHaveLength(1))
  // As after Redis was away for longer than the lock lasts.
  await connection.del(key('slow:lock'))
  await eventually(() => expect(runs).toHaveLength(2))
  runs[0]?.give()
  let least = Number.POSITIVE_INFINITY
  await eventually(async () => {
    const ms = await connection.pttl(key('slow:lock'))
    least = Math.min(least, ms)
    expect(ms, 'renewed').toBeGreaterThan(least + 1_000)
  })
  expect(runs).toHaveLength(2)
})

it('pauses while Redis refuses its writes, and runs the job afterwards', async () => {
  const url = new URL(stores.urls.redis_url)
  Object.assign(url, { username: 'reader', password: 'only-reads' })
  await connection.acl('SETUSER', 'reader', 'on', '>only-reads', 'allkeys', 'allchannels', '+@all', '-evalsha', '-eval')
  const redis = connectRedisForQueues(url.href, { name: 'test' })
  const queue = openQueue('clicks', connection)
  await queue.add(batch(first), first)
  let refusals = 0
  const log = stores.log.child({})
  log.debug = () => refusals++
  const seen: string[] = []
  const worker = startWorker('clicks', redis, { concurrency: 1, log }, async ({ batch_id }) => {
    seen.push(batch_id)
  })
  closers.push(
    () => connection.acl('DELUSER', 'reader'),
    async () => redis.disconnect(),
    () => queue.close(),
    () => worker.close(),
  )
  await eventually(() => expect(refusals).toBeGreaterThan(0))
  const [before, startedAt] = [refusals, performance.now()]
  await sleep(1_000)
  const perSecond = (refusals - before) / ((performance.now() - startedAt) / 1_000)
  expect(perSecond).toBeLessThan(50)
  await connection.acl('SETUSER', 'reader', '+evalsha', '+eval')
  await eventually(() => expect(seen).toEqual([first]))
})

it('fails at once on a connection that never was, if the connection does not wait', async () => {
  const way = await cuttableWay(stores.urls.redis_url)
  await way.cut()
  const redis = connectRedis(way.url, { name: 'test' })
  closers.push(async () => redis.disconnect())
  const queue = openQueue('clicks', redis)
  await expect(queue.counts()).rejects.toThrow()
  await expect(queue.add(batch(first), first)).rejects.toThrow()
})

it.each(['before', 'while'])('stops once its jobs have ended, if Redis is lost %s it stops', async (when) => {
  const way = await cuttableWay(stores.urls.redis_url)
  const redis = connectRedisForQueues(way.url, { name: 'test' })
  const queue = openQueue('clicks', connection)
  closers.push(
    () => queue.close(),
    async () => redis.disconnect(),
  )
  const [started, held] = [signal(), signal()]
  const worker = startWorker('clicks', redis, { concurrency: 1, log: stores.log }, async () => {
    started.give()
    await held.given
  })
  await stores.redis.flushdb()
  await queue.add(batch(first), first)
  await started.given
  let isClosed = false
  const close = () =>
    worker.close().then(() => {
      isClosed = true
    })
  const lose = async () => {
    await way.cut()
    await eventually(() => expect(redis.status).toBe('reconnecting'))
  }
  if (when === 'before') await lose()
  const closing = close()
  if (when === 'while') await lose()
  await sleep(100)
  expect(isClosed).toBe(false)
  held.give()
  await closing
})
