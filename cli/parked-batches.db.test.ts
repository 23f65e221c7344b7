import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Gauge, Registry } from 'prom-client'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listParked, parkBatch } from '#model/clicks/batches/parked-batches.ts'
import { startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'
import { clickBatch, newBatchId, rawClick } from '../test/factories/click-batch.ts'
import { keepParked } from '../workers/clicks/keep-parked.ts'
import { countStored, openPipeline } from '../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../workers/clicks/process-batch.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'
import { retryBatches } from './parked-batches.ts'

useCommandLine()
beforeEach(() => stores.sql`truncate parked_batches`)

const unreadable = (): ClickBatchJob => ({ batch_id: newBatchId(), rows: 1, tsv: 'none', reply_to: 'nobody' })

function startClicks(): void {
  const connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
  const pipeline = openPipeline(stores)
  const worker = startWorker('clicks', connection, { concurrency: 4, log: stores.log }, (job) =>
    processBatch(pipeline, job),
  )
  onTestFinished(async () => {
    await worker.close()
    connection.disconnect()
  })
}

describe('waymark parked', () => {
  it('lists, exports and deletes batches', async () => {
    const job = unreadable()
    await parkBatch(stores.sql, job, 'too short')
    const { stdout } = await waymark(['parked', 'list'])
    expect(stdout.trim().split('\t')).toEqual([
      job.batch_id,
      expect.any(String),
      '1 clicks',
      '4 bytes',
      '1 attempts',
      'too short',
    ])
    expect(JSON.parse((await waymark(['parked', 'list', '--json'])).stdout)).toMatchObject([{ why: 'too short' }])
    const folder = join(stores.config.DATA_DIR, 'exported')
    expect((await waymark(['parked', 'export', folder])).status).toBe(0)
    const { reply_to: _, ...kept } = job
    expect(JSON.parse(await readFile(join(folder, job.batch_id), 'utf8'))).toEqual(kept)
    expect((await waymark(['parked', 'export', folder])).stderr).toContain('already exists: choose a new folder.')
    expect((await waymark(['parked', 'delete', job.batch_id])).status).toBe(0)
    expect(await listParked(stores.sql)).toEqual([])
  })

  it('retries batches, stores a readable one once, and keeps the others', async () => {
    const [readable, other] = [clickBatch([rawClick(), rawClick()]), unreadable()]
    for (const job of [readable, other]) await parkBatch(stores.sql, job, 'an earlier version could not read it')
    startClicks()
    const retries = await Promise.all([waymark(['parked', 'retry']), waymark(['parked', 'retry'])])
    expect(retries.map(({ status, stderr }) => [status, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    expect(await countStored(stores, readable.batch_id)).toEqual({ rows: 2, clicks: 2 })
    expect(await listParked(stores.sql)).toMatchObject([{ batch_id: other.batch_id, clicks: 1 }])
    expect((await waymark(['parked', 'retry', other.batch_id])).stdout).toBe(
      'Stored batches: 0. Still unreadable: 1.\n',
    )
  })

  it('retries all batches, also if they are more than one statement reads', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    onTestFinished(() => written.mockRestore())
    const readable = Array.from({ length: 5 }, () => clickBatch([rawClick()]))
    for (const job of [...readable, unreadable()]) await parkBatch(stores.sql, job, 'an earlier version')
    startClicks()
    await retryBatches(stores.config, undefined, 2)
    expect(written.mock.lastCall?.[0]).toBe('Stored batches: 5. Still unreadable: 1.\n')
    for (const { batch_id } of readable) expect(await countStored(stores, batch_id)).toEqual({ rows: 1, clicks: 1 })
    expect(await listParked(stores.sql)).toHaveLength(1)
  })

  it('exports more than the thousand batches that it lists, and retries each of them by its id', async () => {
    await stores.sql`
      insert into parked_batches (batch_id, parked_at, why, clicks, content)
      select gen_random_uuid(), now() - make_interval(secs => number), 'too short', 1, 'none'
      from generate_series(0, 1000) as number`
    const [newest] = await stores.sql<{ batch_id: string }[]>`
      select batch_id from parked_batches order by parked_at desc limit 1`
    const listed = await waymark(['parked', 'list'])
    expect(listed.stdout.trim().split('\n')).toHaveLength(1_000)
    expect([listed.stdout.includes(newest?.batch_id ?? ''), listed.stderr]).toEqual([
      false,
      'Only the oldest 1000 of 1001 batches are listed.\n',
    ])
    const folder = join(stores.config.DATA_DIR, 'many')
    expect((await waymark(['parked', 'export', folder])).stdout).toContain(': 1001\n')
    expect(await readdir(folder)).toHaveLength(1_001)
    startClicks()
    expect((await waymark(['parked', 'retry', newest?.batch_id ?? ''])).stdout).toBe(
      'Stored batches: 0. Still unreadable: 1.\n',
    )
  })

  it.each([
    ['retry', 'x', '`id` must be a UUID.'],
    ['delete', 'x', '`id` must be a UUID.'],
    ['retry', '019abd3c-0000-7000-8000-000000000000', 'Batch not found.'],
    ['delete', '019abd3c-0000-7000-8000-000000000000', 'Batch not found.'],
  ])('%s rejects the id %s', async (command, id, sentence) => {
    expect(await waymark(['parked', command, id])).toMatchObject({ status: 1, stderr: `waymark: ${sentence}\n` })
  })
})

describe('batches that an earlier version parked on the disk of a worker', () => {
  it('are moved to Postgres once, and other files stay', async () => {
    const dead = join(stores.config.DATA_DIR, 'dead')
    const [job, at] = [unreadable(), new Date('2026-01-02T03:04:05Z')]
    await mkdir(dead)
    await writeFile(join(dead, job.batch_id), JSON.stringify(job))
    await utimes(join(dead, job.batch_id), at, at)
    await writeFile(join(dead, 'note'), 'not a batch')
    const parked = new Gauge({ name: 'parked', help: 'parked', registers: [new Registry()] })
    const parts = { sql: stores.sql, metrics: { parked }, log: stores.log }
    await Promise.all([keepParked(parts, stores.config.DATA_DIR), keepParked(parts, stores.config.DATA_DIR)])
    expect(await listParked(stores.sql)).toMatchObject([{ batch_id: job.batch_id, parked_at: at, attempts: 1 }])
    expect(await readdir(dead)).toEqual(['note'])
    expect((await parked.get()).values[0]?.value).toBe(1)
  })
})
