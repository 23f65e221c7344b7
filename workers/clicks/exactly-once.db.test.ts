import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimBatch } from '#model/clicks/batches/claim-batch.ts'
import { commitBatch } from '#model/clicks/batches/commit-batch.ts'
import { insertClicks } from '#model/clicks/batches/insert-clicks.ts'
import { ledgerDays } from '#model/clicks/batches/limits.ts'
import { ch, int, uuid } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'
import { createAccount } from '../../test/factories/account.ts'
import { clickBatch, newBatchId, rawClick } from '../../test/factories/click-batch.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { decodeBatch } from './decode-batch.ts'
import { enrich } from './enrich.ts'
import { countOfLink, countStored, openPipeline } from './pipeline.fixture.ts'
import { type ClickPipeline, processBatch } from './process-batch.ts'

let stores: TestStores
let pipeline: ClickPipeline
const signal = new AbortController().signal

beforeAll(async () => {
  stores = await openTestStores()
  pipeline = openPipeline(stores)
})
afterAll(() => stores.close())

/** Three clicks of one link in January and three in February: two partitions. */
function batchOverTwoMonths({ link_id = uuidv7(), ...options }: { batch_id?: string; link_id?: string } = {}) {
  const midnight = Date.UTC(2026, 1, 1)
  const clicks = [-3, -2, -1, 0, 1, 2].map((offset) => rawClick({ link_id, clicked_at: String(midnight + offset) }))
  return { job: clickBatch(clicks, options), link_id }
}

async function expectOnce(job: ClickBatchJob, link_id: string): Promise<void> {
  expect(await countStored(stores, job.batch_id)).toEqual({ rows: job.rows, clicks: job.rows })
  expect(await countOfLink(stores, link_id)).toBe(job.rows)
}

async function rowsOf(job: ClickBatchJob): Promise<ClickRow[]> {
  const decoded = decodeBatch(job)
  if (decoded.kind !== 'clicks') throw new Error('the batch is unreadable')
  await pipeline.places.load(decoded.clicks.map(({ raw }) => raw.ip_prefix))
  return (await enrich(decoded.clicks, pipeline.steps)).rows
}

/** A first attempt that is killed after its insert into ClickHouse. */
async function dieAfterInsert(job: ClickBatchJob, token = job.batch_id): Promise<void> {
  await claimBatch(stores.sql, job, [])
  await insertClicks(stores.ch, await rowsOf(job), { token, signal })
}

/** Leaves the tokens of a batch without its rows, like a server that is killed between its log and the rename. */
async function removeRows(batchId: string, month: number): Promise<void> {
  await stores.ch.command(
    ch`alter table clicks delete where batch_id = ${uuid(batchId)} and toMonth(clicked_at) = ${int(month)} settings mutations_sync = 2`,
  )
}

describe('a batch that runs again', () => {
  it('after it was stored and its acknowledgment was lost, twice', async () => {
    const { job, link_id } = batchOverTwoMonths()
    for (let run = 0; run < 3; run++) await processBatch(pipeline, job)
    await expectOnce(job, link_id)
  })

  it('after an attempt that died between insert and commit', async () => {
    const { job, link_id } = batchOverTwoMonths()
    await dieAfterInsert(job)
    await processBatch(pipeline, job)
    await expectOnce(job, link_id)
  })

  it('after an attempt that died between claim and insert', async () => {
    const { job, link_id } = batchOverTwoMonths()
    await claimBatch(stores.sql, job, [])
    await processBatch(pipeline, job)
    await expectOnce(job, link_id)
  })

  it('when its token is so old that ClickHouse has forgotten it', async () => {
    const { job, link_id } = batchOverTwoMonths()
    await dieAfterInsert(job, `another token of ${job.batch_id}`)
    await processBatch(pipeline, job)
    await expectOnce(job, link_id)
  })

  it('while its first insert is still on its way to ClickHouse', async () => {
    const { job, link_id } = batchOverTwoMonths()
    await claimBatch(stores.sql, job, [])
    await processBatch(pipeline, job)
    await insertClicks(stores.ch, await rowsOf(job), { token: job.batch_id, signal })
    await expectOnce(job, link_id)
  })

  it('in two workers at once, repeatedly', async () => {
    for (let round = 0; round < 8; round++) {
      const { job, link_id } = batchOverTwoMonths()
      const other = openPipeline(stores)
      await Promise.all([processBatch(pipeline, job), processBatch(other, job), processBatch(pipeline, job)])
      await expectOnce(job, link_id)
    }
  })
})

describe('a later attempt', () => {
  it('waits while another worker holds the batch', async () => {
    const { job, link_id } = batchOverTwoMonths()
    await claimBatch(stores.sql, job, [])
    const holder = await stores.sql.reserve()
    await holder`select pg_advisory_lock(hashtextextended(${job.batch_id}, 0))`
    const later = processBatch(pipeline, job)
    await eventually(async () => {
      const waiting = await stores.sql`
        select
        from pg_locks
        join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and not granted and datname = current_database()`
      expect(waiting).toHaveLength(1)
    })
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 0, clicks: 0 })
    await holder`select pg_advisory_unlock(hashtextextended(${job.batch_id}, 0))`
    holder.release()
    await later
    await expectOnce(job, link_id)
  })

  it('writes nothing after its time limit', async () => {
    const { job } = batchOverTwoMonths()
    const late = { token: job.batch_id, signal: AbortSignal.abort() }
    await expect(insertClicks(stores.ch, await rowsOf(job), late)).rejects.toMatchObject({ name: 'AbortError' })
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 0, clicks: 0 })
  })
})

describe('a token without rows', () => {
  it('makes ClickHouse report success and store nothing', async () => {
    const { job } = batchOverTwoMonths()
    await dieAfterInsert(job)
    await removeRows(job.batch_id, 1)
    await insertClicks(stores.ch, await rowsOf(job), { token: job.batch_id, signal })
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 3, clicks: 3 })
  })

  it.each([
    ['one month', [1]],
    ['both months', [1, 2]],
  ])('in %s is noticed by the next attempt, which stores the missing rows', async (_name, months) => {
    const { job, link_id } = batchOverTwoMonths()
    await dieAfterInsert(job)
    for (const month of months) await removeRows(job.batch_id, month)
    await processBatch(pipeline, job)
    await expectOnce(job, link_id)
  })

  it('is repaired even if a previous repair left one too', async () => {
    const { job, link_id } = batchOverTwoMonths()
    await dieAfterInsert(job)
    await removeRows(job.batch_id, 1)
    await claimBatch(stores.sql, job, [])
    await insertClicks(stores.ch, await rowsOf(job), { token: `${job.batch_id}:1`, signal })
    await removeRows(job.batch_id, 1)
    await removeRows(job.batch_id, 2)
    await processBatch(pipeline, job)
    await expectOnce(job, link_id)
  })
})

describe('a batch older than the ledger', () => {
  let kept: { id: string }
  beforeAll(async () => {
    kept = await createLinkOf(stores, await createAccount(stores.sql))
  })
  beforeEach(() => stores.sql`delete from link_counts where link_id = ${kept.id}`)
  const oldBatch = () =>
    batchOverTwoMonths({ link_id: kept.id, batch_id: newBatchId(Date.now() - (ledgerDays + 2) * 86_400_000) })

  it('is stored if neither the ledger nor ClickHouse knows it', async () => {
    const { job, link_id } = oldBatch()
    await processBatch(pipeline, job)
    await processBatch(pipeline, job)
    await expectOnce(job, link_id)
  })

  it('is only acknowledged if ClickHouse has it, even if the ledger and the tokens are gone', async () => {
    const { job, link_id } = oldBatch()
    await dieAfterInsert(job, `another token of ${job.batch_id}`)
    await commitBatch(pipeline, job.batch_id, await rowsOf(job))
    await stores.sql`delete from click_batches where batch_id = ${job.batch_id}`
    await processBatch(pipeline, job)
    await expectOnce(job, link_id)
  })

  it('contains no clicks of links that were deleted so long ago that only their absence is known', async () => {
    const gone = uuidv7()
    const { job } = oldBatch()
    const clicks = [rawClick({ link_id: kept.id }), rawClick({ link_id: gone }), rawClick({ link_id: kept.id })]
    const mixed = clickBatch(clicks, { batch_id: job.batch_id })
    await processBatch(pipeline, mixed)
    await processBatch(pipeline, mixed)
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 2, clicks: 2 })
    expect([await countOfLink(stores, kept.id), await countOfLink(stores, gone)]).toEqual([2, null])
    const { values } = await pipeline.metrics.dropped.get()
    expect(values.find(({ labels }) => labels.reason === 'link-deleted')?.value).toBe(1)
  })

  it('is completed if the ledger has it as not stored', async () => {
    const { job, link_id } = oldBatch()
    await dieAfterInsert(job)
    await processBatch(pipeline, job)
    await expectOnce(job, link_id)
  })
})
