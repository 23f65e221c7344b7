import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLink } from '#model/links/create-link.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { builtProgram } from '#runtime/project.ts'
import { openQueue, type TypedQueue } from '#runtime/queues.ts'
import { connectRedis, connectRedisForQueues, type Redis, whenReady } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { ackChannel } from '#schemas/queues.ts'
import { createAccount } from '../test/factories/account.ts'
import { clickBatch, rawClick } from '../test/factories/click-batch.ts'
import { findBaseDomain, plainLink } from '../test/factories/links.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { countOfLink, countStored } from './clicks/pipeline.fixture.ts'

/** Includes startup on a busy machine. */
const startsWithinMs = 120_000

let stores: TestStores
let connection: Redis
let subscriber: Redis
let queue: TypedQueue<'clicks'>
let dataDir: string
const acknowledged = new Set<string>()
const running: ChildProcess[] = []

beforeAll(async () => {
  stores = await openTestStores()
  dataDir = await mkdtemp(join(tmpdir(), 'waymark-workers-'))
  connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test queue' })
  queue = openQueue('clicks', connection)
  subscriber = connectRedis(stores.urls.redis_url, { name: 'test acks' })
  await whenReady(subscriber)
  await subscriber.subscribe(ackChannel('redirector-1'))
  subscriber.on('message', (_channel, batchId: string) => acknowledged.add(batchId))
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})
afterAll(async () => {
  await queue.close()
  connection.disconnect()
  subscriber.disconnect()
  await stores.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function startWorkers(): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort()
  const child = spawnWorkers({ METRICS_PORT_WORKERS: String(port) })
  await eventually(
    async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
    startsWithinMs,
  )
  return { child, port }
}

function spawnWorkers(settings: NodeJS.ProcessEnv, stderr: 'inherit' | 'pipe' = 'inherit'): ChildProcess {
  const child = spawn(process.execPath, [builtProgram('workers/main.ts')], {
    stdio: ['ignore', 'ignore', stderr],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: stores.urls.database_url,
      REDIS_URL: stores.urls.redis_url,
      CLICKHOUSE_URL: stores.urls.clickhouse_url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...settings,
    },
  })
  running.push(child)
  return child
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

it('a worker without the encryption key of the stored secrets does not start, and names the setting', async () => {
  await stores.sql`insert into encryption_key (key_id) values ('0a1b2c3d')`
  try {
    const child = spawnWorkers({ ENCRYPTION_KEY: 'another key '.repeat(4) }, 'pipe')
    let errors = ''
    child.stderr?.on('data', (chunk) => {
      errors += String(chunk)
    })
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(errors).toMatch(/encryption key 0a1b2c3d .* set ENCRYPTION_KEY/)
  } finally {
    await stores.sql`delete from encryption_key`
  }
})

describe('a worker process', () => {
  it('processes batches from the queue, exports metrics and stops on SIGTERM', async () => {
    const { child, port } = await startWorkers()
    const link_id = uuidv7()
    const job = clickBatch([rawClick({ link_id }), rawClick({ link_id })])
    await queue.add(job, job.batch_id)
    await eventually(() => expect(acknowledged.has(job.batch_id)).toBe(true))
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 2, clicks: 2 })
    expect(await countOfLink(stores, link_id)).toBe(2)

    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toMatch(/^clicks_stored_total\{[^}]*\} 2$/m)
    expect(metrics).toMatch(/^click_batches_parked\{[^}]*\} 0$/m)

    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  })

  it('retries a batch until it succeeds, and leaves nothing behind', async () => {
    await startWorkers()
    const link_id = uuidv7()
    const job = clickBatch([rawClick({ link_id })])
    await stores.sql`alter table link_counts rename to link_counts_away`
    try {
      await queue.add(job, job.batch_id)
      await eventually(async () => {
        const [batch] = await stores.sql<{ attempts: number }[]>`
          select attempts from click_batches where batch_id = ${job.batch_id}`
        expect(batch?.attempts).toBeGreaterThan(1)
      })
      expect(acknowledged.has(job.batch_id)).toBe(false)
    } finally {
      await stores.sql`alter table link_counts_away rename to link_counts`
    }
    await eventually(() => expect(acknowledged.has(job.batch_id)).toBe(true))
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 1, clicks: 1 })
    expect(await countOfLink(stores, link_id)).toBe(1)
    await eventually(async () => {
      const left = Object.values(await queue.counts()).reduce((sum, count) => sum + count, 0)
      expect(left).toBe(0)
    })
  })

  it('writes the facts of links to the click store within seconds', async () => {
    await startWorkers()
    const account = await createAccount(stores.sql)
    const domain = await findBaseDomain(stores.sql, stores.config)
    await createLink(stores, plainLink(account.id, domain, { tags: ['spring'] }))
    const asked = ch`select tags from link_facts final where account_id = ${uuid(account.id)}`
    await eventually(async () => {
      expect(await stores.ch.query(asked, z.object({ tags: z.array(z.string()) }))).toEqual([{ tags: ['spring'] }])
    })
  })

  it('that is killed leaves its batch to another', async () => {
    const link_id = uuidv7()
    const { child } = await startWorkers()
    const job = clickBatch([rawClick({ link_id })])
    // Blocks the batch between its insert and its commit.
    const blocker = await stores.sql.reserve()
    await blocker`begin`
    await blocker`lock table link_counts in access exclusive mode`
    await queue.add(job, job.batch_id)
    await eventually(async () => expect((await countStored(stores, job.batch_id)).rows).toBe(1))
    child.kill('SIGKILL')
    await once(child, 'exit')
    await blocker`rollback`
    blocker.release()
    await startWorkers()
    await eventually(() => expect(acknowledged.has(job.batch_id)).toBe(true), 45_000)
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 1, clicks: 1 })
    expect(await countOfLink(stores, link_id)).toBe(1)
  })

  it('continues when Redis loses everything, including the current job', async () => {
    await startWorkers()
    const job = clickBatch([rawClick()])
    const blocker = await stores.sql.reserve()
    await blocker`begin`
    await blocker`lock table link_counts in access exclusive mode`
    await queue.add(job, job.batch_id)
    await eventually(async () => expect((await countStored(stores, job.batch_id)).rows).toBe(1))
    await stores.redis.flushdb()
    await blocker`rollback`
    blocker.release()
    await eventually(() => expect(acknowledged.has(job.batch_id)).toBe(true))

    const next = clickBatch([rawClick()])
    await queue.add(next, next.batch_id)
    await eventually(() => expect(acknowledged.has(next.batch_id)).toBe(true))
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 1, clicks: 1 })
    expect(await countStored(stores, next.batch_id)).toEqual({ rows: 1, clicks: 1 })
  })
})
