import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimBatch, claimGroup } from '#model/clicks/batches/claim-batch.ts'
import { insertClicks } from '#model/clicks/batches/insert-clicks.ts'
import { shardsOf } from '#model/clicks/batches/shards.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'
import { clickBatch, rawClick } from '../../test/factories/click-batch.ts'
import { type OneProcessCluster, startOneProcessCluster } from '../../test/stack/one-process-cluster.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { decodeBatch } from './decode-batch.ts'
import { enrich } from './enrich.ts'
import { countOfLink, countStored, openPipeline } from './pipeline.fixture.ts'
import { type ClickPipeline, processBatch } from './process-batch.ts'
import { processTogether } from './process-together.ts'

let cluster: OneProcessCluster
let single: TestStores
let stores: TestStores
let pipeline: ClickPipeline
/** A worker that started after the first shard was set to get no new batches. */
let later: ClickPipeline

beforeAll(async () => {
  single = await openTestStores()
  cluster = await startOneProcessCluster()
})
beforeEach(async () => {
  const tables = await cluster.open()
  stores = { ...single, ch: tables.ch }
  pipeline = openPipeline(stores)
  later = openPipeline({ ...stores, ch: tables.as('drained') })
})
afterAll(async () => {
  await single.close()
  await cluster.close()
})

const signal = AbortSignal.timeout(120_000)
const link_id = uuidv7()
const twoClicks = () => clickBatch([rawClick({ link_id }), rawClick({ link_id })])

/** Enough batches for both shards. */
const severalJobs = () => Array.from({ length: 8 }, twoClicks)

async function expectOnce(jobs: readonly ClickBatchJob[]): Promise<void> {
  for (const { batch_id, rows } of jobs) expect(await countStored(stores, batch_id)).toEqual({ rows, clicks: rows })
}

async function rowsOf(jobs: readonly ClickBatchJob[]): Promise<ClickRow[]> {
  const clicks = jobs.map(decodeBatch).flatMap((decoded) => (decoded.kind === 'clicks' ? decoded.clicks : []))
  await pipeline.places.load(clicks.map(({ raw }) => raw.ip_prefix))
  return (await enrich(clicks, pipeline.steps)).rows
}

const shardsInLedger = async (jobs: readonly ClickBatchJob[]): Promise<number[]> =>
  (
    await stores.sql<{ shard: number }[]>`
      select distinct shard
      from click_batches
      where batch_id = any(${jobs.map(({ batch_id }) => batch_id)}::uuid[])
      order by shard`
  ).map(({ shard }) => shard)

/** A first attempt that is killed after its insert into ClickHouse. */
async function dieAfterInsert(job: ClickBatchJob): Promise<void> {
  const claim = await claimBatch(stores.sql, job, [], await shardsOf(stores.ch))
  if (claim.kind === 'stored') throw new Error('stored before')
  await insertClicks(stores.ch, await rowsOf([job]), { token: job.batch_id, shard: claim.shard, signal })
}

describe('on a cluster, a batch', () => {
  it('is stored in the shard that the ledger has', async () => {
    const jobs = severalJobs()
    for (const job of jobs) await processBatch(pipeline, job)
    await expectOnce(jobs)
    expect(await shardsInLedger(jobs)).toEqual([1, 2])
  })

  it('is tried again in the shard of its first attempt, although another one would be chosen now', async () => {
    const jobs = severalJobs()
    for (const job of jobs) await dieAfterInsert(job)
    for (const job of jobs) await processBatch(later, job)
    await expectOnce(jobs)
    expect(await shardsInLedger(jobs)).toEqual([1, 2])
    const fresh = severalJobs()
    for (const job of fresh) await processBatch(later, job)
    expect(await shardsInLedger(fresh)).toEqual([2])
  })

  it('gets a shard with its next attempt if the installation had one server before', async () => {
    const job = twoClicks()
    await claimBatch(stores.sql, job, [])
    expect(await shardsInLedger([job])).toEqual([0])
    await processBatch(later, job)
    await expectOnce([job])
    expect(await shardsInLedger([job])).toEqual([2])
  })

  it('is tried again in the shard of its group', async () => {
    const groups = Array.from({ length: 6 }, () => [twoClicks(), twoClicks()])
    for (const jobs of groups) {
      const group = await claimGroup(stores.sql, jobs, [], await shardsOf(stores.ch))
      await insertClicks(stores.ch, await rowsOf(jobs), { token: group.group_id, shard: group.shard, signal })
    }
    for (const jobs of groups) await Promise.all(processTogether(later, jobs))
    await expectOnce(groups.flat())
    expect(await shardsInLedger(groups.flat())).toEqual([1, 2])
  })
})

describe('behind a copy that lags', () => {
  /** Counts are asked of a copy to which no row has come yet. */
  async function lagging(): Promise<ClickHouse> {
    const { ch: behind } = await cluster.open()
    return { ...stores.ch, query: (...asked) => behind.query(...asked) }
  }

  it('a batch is stored once: its attempts fail until its clicks are seen', async () => {
    const before = (await countOfLink(stores, link_id)) ?? 0
    const job = twoClicks()
    await dieAfterInsert(job)
    const unlucky = { ...pipeline, clickhouse: await lagging() }
    for (let attempt = 0; attempt < 3; attempt++) {
      const failure = await processBatch(unlucky, job).catch((error: Error) => error.message)
      expect(failure).toContain('still not stored')
    }
    await expectOnce([job])
    await processBatch(pipeline, job)
    await expectOnce([job])
    expect(await countOfLink(stores, link_id)).toBe(before + job.rows)
  })
})
