import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openQueue, startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues, type Redis, whenReady } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { cuttableWay } from '../../test/stack/cuttable-way.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { ClickShipper } from './ship-clicks.ts'
import { frameMostBytes, writeFrame } from './spool-frame.ts'

let stores: TestStores
let connection: Redis
let folder: string

beforeAll(async () => {
  stores = await openTestStores()
  connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
})
afterAll(async () => {
  connection.disconnect()
  await stores.close()
})
beforeEach(async () => {
  await stores.redis.flushdb()
  folder = await mkdtemp(join(tmpdir(), 'waymark-ship-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

async function startShipper() {
  const queue = openQueue('clicks', connection)
  const { log } = stores
  const shipper = new ClickShipper({
    folder,
    queue,
    replyTo: 'test',
    canShip: () => connection.status === 'ready',
    log,
  })
  const running = shipper.run()
  onTestFinished(async () => {
    await shipper.stop(0)
    await running
    await queue.close()
  })
  return { shipper, queue }
}

it('stops while a batch cannot be added, and keeps its segment', async () => {
  const batchId = await addSegment('line\n')
  const way = await cuttableWay(stores.urls.redis_url)
  const redis = connectRedisForQueues(way.url, { name: 'test' })
  await whenReady(redis)
  const queue = openQueue('clicks', redis)
  await queue.counts()
  await way.cut()
  const shipper = new ClickShipper({ folder, queue, replyTo: 'test', canShip: () => true, log: stores.log })
  const running = shipper.run()
  await expect.poll(() => redis.status).toBe('reconnecting')
  await shipper.stop(0)
  await running
  expect(await readdir(folder)).toEqual([`${batchId}.seg`])
  await queue.close()
  redis.disconnect()
})

async function addSegment(lines: string): Promise<string> {
  const batchId = `${uuidv7().slice(0, 32)}0000`
  const bytes = Buffer.alloc(frameMostBytes(lines.length) + 1)
  await writeFile(
    join(folder, `${batchId}.seg`),
    bytes.subarray(0, lines === '' ? 0 : writeFrame(bytes, lines, lines.split('\n').length - 1)),
  )
  return batchId
}

/** A worker that reports the batches it gets, and acknowledges none. */
function takeBatches() {
  const taken: { batch_id: string; rows: number }[] = []
  const worker = startWorker('clicks', connection, { concurrency: 1, log: stores.log }, async ({ batch_id, rows }) => {
    taken.push({ batch_id, rows })
  })
  onTestFinished(() => worker.close())
  return taken
}

describe('shipping clicks', () => {
  it('keeps a segment until it is acknowledged, and sends it again otherwise', async () => {
    const batch_id = await addSegment('one\ntwo\n')
    const taken = takeBatches()
    const { shipper } = await startShipper()
    await eventually(() => expect(taken).toEqual([{ batch_id, rows: 2 }]))
    expect(await readdir(folder)).toHaveLength(1)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15_000 })
    onTestFinished(() => void vi.useRealTimers())
    await eventually(() => expect(taken).toHaveLength(2))
    expect(taken[1]).toEqual({ batch_id, rows: 2 })
    expect(await readdir(folder)).toHaveLength(1)
    shipper.acknowledge(batch_id)
    await eventually(async () => expect(await readdir(folder)).toEqual([]))
  })

  it('asks again about unfinished batches when acknowledgments may have been missed', async () => {
    const batch_id = await addSegment('one\n')
    const taken = takeBatches()
    const { shipper } = await startShipper()
    await eventually(() => expect(taken).toHaveLength(1))
    shipper.askAgain()
    await eventually(() => expect(taken).toHaveLength(2))
    expect(taken[1]).toEqual({ batch_id, rows: 1 })
  })

  it('deletes acknowledged segments, even if an earlier process sent them, and nothing else', async () => {
    const batch_id = await addSegment('one\n')
    await addSegment('two\n')
    const elsewhere = join(folder, 'elsewhere.seg')
    await writeFile(elsewhere, 'three')
    const queue = openQueue('clicks', connection)
    onTestFinished(() => queue.close())
    const shipper = new ClickShipper({ folder, queue, replyTo: 'test', canShip: () => false, log: stores.log })
    shipper.acknowledge('elsewhere')
    shipper.acknowledge('../elsewhere')
    shipper.acknowledge(`${uuidv7().slice(0, 32)}0000`)
    shipper.acknowledge(batch_id)
    await eventually(async () => expect(await readdir(folder)).not.toContain(`${batch_id}.seg`))
    expect(await readdir(folder)).toHaveLength(2)
  })

  it('has at most 64 unfinished batches, and sends the next when one is acknowledged', async () => {
    const ids: string[] = []
    for (let index = 0; index < 70; index++) ids.push(await addSegment(`${index}\n`))
    const { shipper, queue } = await startShipper()
    const waiting = async () => (await queue.counts())['waiting']
    await eventually(async () => expect(await waiting()).toBe(64))
    shipper.acknowledge(ids[0] ?? '')
    shipper.acknowledge(ids[1] ?? '')
    await eventually(async () => expect(await waiting()).toBe(66))
    expect(await readdir(folder)).toHaveLength(68)
  })

  it('sends a batch again after Redis lost it', async () => {
    const batch_id = await addSegment('one\n')
    const { queue } = await startShipper()
    await eventually(async () => expect((await queue.counts())['waiting']).toBe(1))
    await stores.redis.flushdb()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15_000 })
    onTestFinished(() => void vi.useRealTimers())
    const taken = takeBatches()
    await eventually(() => expect(taken).toEqual([{ batch_id, rows: 1 }]))
  })

  it('counts the segments on disk, also while Redis is unavailable', async () => {
    const queue = openQueue('clicks', connection)
    onTestFinished(() => queue.close())
    const shipper = new ClickShipper({ folder, queue, replyTo: 'test', canShip: () => false, log: stores.log })
    const running = shipper.run()
    onTestFinished(async () => {
      await shipper.stop(0)
      await running
    })
    const batch_id = await addSegment('one\n')
    await addSegment('two\n')
    await writeFile(join(folder, 'three.open'), 'three')
    expect(await shipper.countWaiting()).toBe(2)
    shipper.acknowledge(batch_id)
    await eventually(async () => expect(await shipper.countWaiting()).toBe(1))
  })

  it('copies a damaged segment before it is sent, and deletes only the segment', async () => {
    const batch_id = await addSegment('one\n')
    const segment = join(folder, `${batch_id}.seg`)
    await appendFile(segment, 'no frame')
    const bytes = await readFile(segment)
    const taken = takeBatches()
    const { shipper } = await startShipper()
    await eventually(() => expect(taken).toEqual([{ batch_id, rows: 1 }]))
    expect(await readFile(`${segment}.damaged`)).toEqual(bytes)
    shipper.acknowledge(batch_id)
    await eventually(async () => expect(await readdir(folder)).toEqual([`${batch_id}.seg.damaged`]))
  })

  it('sets an unreadable segment aside and continues', async () => {
    const unreadable = await addSegment('')
    await writeFile(join(folder, `${unreadable}.seg`), 'no frame')
    const batch_id = await addSegment('one\n')
    const taken = takeBatches()
    await startShipper()
    await eventually(() => expect(taken).toEqual([{ batch_id, rows: 1 }]))
    await eventually(async () =>
      expect((await readdir(folder)).toSorted()).toEqual(
        [`${batch_id}.seg`, `${unreadable}.seg.unreadable`].toSorted(),
      ),
    )
  })

  it('deletes an empty segment', async () => {
    await addSegment('')
    await startShipper()
    await eventually(async () => expect(await readdir(folder)).toEqual([]))
  })
})
