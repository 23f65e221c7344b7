import { afterAll, beforeAll, expect, it } from 'vitest'
import { openQueue, startWorker, type TypedQueue } from '#runtime/queues.ts'
import { connectRedisForQueues, type Redis } from '#runtime/redis.ts'
import { type ProcessReport, processReportsKey, silentAfterMs } from '#schemas/process-report.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { askForQrWork, keepQrWork } from './qr-work.ts'

let stores: TestStores
let connection: Redis
let queue: TypedQueue<'qr'>
beforeAll(async () => {
  stores = await openTestStores()
  connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
  queue = openQueue('qr', connection)
})
afterAll(async () => {
  await queue.close()
  connection.disconnect()
  await stores.close()
})

const settings = visualSettings.parse({})
const ask = (payload: string, size: number) =>
  askForQrWork(
    { redis: stores.redis, qrQueue: queue },
    { task: 'render', payload, settings, logo: null, format: 'png', size },
  )

it('large images let all others pass, and only a few of them wait', async () => {
  const large = ['one', 'two'].map((payload) => ask(payload, 4_096))
  await eventually(async () => expect((await queue.counts())['prioritized']).toBe(2))
  expect(await ask('three', 4_096), 'refused at once').toBeNull()
  const small = ask('small', 512)
  await eventually(async () => expect((await queue.counts())['waiting']).toBe(1))
  const order: number[] = []
  const worker = startWorker('qr', connection, { concurrency: 1, log: stores.log }, async (job) => {
    order.push(job.task === 'render' ? job.size : 0)
    await keepQrWork(stores.redis, job.result_key, { head: {}, bytes: Buffer.alloc(0) })
  })
  const done = await Promise.all([small, ...large])
  await worker.close()
  expect(done.map((work) => work !== null)).toEqual([true, true, true])
  expect(order).toEqual([512, 4_096, 4_096])
})

it('more images wait if more workers are running', async () => {
  const report = (pid: number, ago: number): ProcessReport => ({
    ...{ name: 'workers', host: `host-${pid}`, pid, instance: 0, version: '1', node: '24' },
    ...{
      started_at: at(ago),
      reported_at: at(ago),
      memory_bytes: 1,
      spool_segments: null,
      parked_batches: 0,
      drops: {},
    },
  })
  const at = (ago: number) => new Date(Date.now() - ago).toISOString()
  const waiting = ['four', 'five'].map((payload) => ask(payload, 4_096))
  await eventually(async () => expect((await queue.counts())['prioritized']).toBe(2))
  // The second one stopped reporting.
  for (const [pid, ago] of [
    [1, 0],
    [2, silentAfterMs + 1_000],
  ] as const)
    await stores.redis.hset(processReportsKey, String(pid), JSON.stringify(report(pid, ago)))
  expect(await ask('six', 4_096), 'one worker').toBeNull()
  await stores.redis.hset(processReportsKey, '2', JSON.stringify(report(2, 0)))
  const more = ask('six', 4_096)
  await eventually(async () => expect((await queue.counts())['prioritized']).toBe(3))
  expect(await Promise.all([...waiting, more])).toEqual([null, null, null])
})
