import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimBatch, claimGroup, type Group } from '#model/clicks/batches/claim-batch.ts'
import { commitGroup } from '#model/clicks/batches/commit-batch.ts'
import { insertClicks } from '#model/clicks/batches/insert-clicks.ts'
import { ledgerDays } from '#model/clicks/batches/limits.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'
import { createAccount } from '../../test/factories/account.ts'
import { clickBatch, newBatchId, rawClick } from '../../test/factories/click-batch.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { decodeBatch } from './decode-batch.ts'
import { enrich } from './enrich.ts'
import { countOfLink, countStored, openPipeline } from './pipeline.fixture.ts'
import { type ClickPipeline, processBatch } from './process-batch.ts'
import { processTogether } from './process-together.ts'

let stores: TestStores
let pipeline: ClickPipeline

beforeAll(async () => {
  stores = await openTestStores()
  pipeline = openPipeline(stores)
})
afterAll(() => stores.close())

interface Batches {
  jobs: ClickBatchJob[]
  link_id: string
}

/** Two clicks in each of the months, all on one link. The first and the last batch have one month in common. */
function batches(
  months: number[][] = [[0], [0, 1], [1, 2], [0, 2]],
  { id = newBatchId, link_id = uuidv7() }: { id?: () => string; link_id?: string } = {},
): Batches {
  const click = (month: number) => rawClick({ link_id, clicked_at: String(Date.UTC(2026, month, 15)) })
  return { jobs: months.map((all) => clickBatch([...all, ...all].map(click), { batch_id: id() })), link_id }
}

const together = (jobs: readonly ClickBatchJob[]) => Promise.all(processTogether(pipeline, jobs))
const apart = async (jobs: readonly ClickBatchJob[]) => {
  for (const job of jobs) await processBatch(pipeline, job)
}

async function expectOnce({ jobs, link_id }: Batches): Promise<void> {
  for (const { batch_id, rows } of jobs) {
    expect(await countStored(stores, batch_id)).toEqual({ rows, clicks: rows })
  }
  expect(await countOfLink(stores, link_id)).toBe(jobs.reduce((sum, { rows }) => sum + rows, 0))
}

const groupsOf = async (jobs: readonly ClickBatchJob[]): Promise<(string | null)[]> =>
  (
    await stores.sql<{ group_id: string | null }[]>`
      select group_id
      from click_batches
      where batch_id = any(${jobs.map(({ batch_id }) => batch_id)}::uuid[])`
  ).map(({ group_id }) => group_id)

async function rowsOf(jobs: readonly ClickBatchJob[]): Promise<ClickRow[]> {
  const clicks = jobs.map(decodeBatch).flatMap((decoded) => (decoded.kind === 'clicks' ? decoded.clicks : []))
  await pipeline.places.load(clicks.map(({ raw }) => raw.ip_prefix))
  return (await enrich(clicks, pipeline.steps)).rows
}

const claim = (jobs: readonly ClickBatchJob[]) => claimGroup(stores.sql, jobs, [])
const insert = async (jobs: readonly ClickBatchJob[], { group_id }: Group) =>
  insertClicks(stores.ch, await rowsOf(jobs), { token: group_id, signal: new AbortController().signal })

describe('batches that arrive together', () => {
  it('are stored as one group, and again only acknowledged', async () => {
    const all = batches()
    await together(all.jobs)
    await expectOnce(all)
    const groups = await groupsOf(all.jobs)
    expect(groups[0]).not.toBeNull()
    expect(new Set(groups).size).toBe(1)
    await together(all.jobs)
    await apart(all.jobs)
    await expectOnce(all)
  })

  it('are stored without those that are unreadable, stored, tried before, or very old', async () => {
    const all = batches([[0], [1], [2], [3], [4]])
    const [stored, tried, ...fresh] = all.jobs as [ClickBatchJob, ClickBatchJob, ...ClickBatchJob[]]
    const { id: link_id } = await createLinkOf(stores, await createAccount(stores.sql))
    const old = batches([[0]], { id: () => newBatchId(Date.now() - (ledgerDays + 2) * 86_400_000), link_id })
    const unreadable = { ...clickBatch([rawClick()]), tsv: 'nonsense' }
    await processBatch(pipeline, stored)
    await claimBatch(stores.sql, tried, [])
    await together([unreadable, ...old.jobs, ...all.jobs])
    await expectOnce(all)
    await expectOnce(old)
    expect(await groupsOf([stored, tried, ...old.jobs])).toEqual([null, null, null])
    expect(new Set(await groupsOf(fresh)).size).toBe(1)
    expect(await groupsOf([unreadable])).toEqual([])
  })

  it('are stored once by several workers, in different groups and with a batch that comes twice', async () => {
    for (let round = 0; round < 6; round++) {
      const all = batches()
      const [first, second, third, fourth] = all.jobs as [ClickBatchJob, ClickBatchJob, ClickBatchJob, ClickBatchJob]
      const runs = [all.jobs, [third, second, third], [fourth, first], [first]].map(together)
      // A worker that loses a batch of its group tries again.
      for (const run of await Promise.allSettled(runs)) if (run.status === 'rejected') await together(all.jobs)
      await expectOnce(all)
    }
  })

  it('are all stored alone if one of them cannot be counted, until it can', async () => {
    const all = batches()
    await stores.sql`alter table link_counts rename to link_counts_away`
    try {
      expect((await Promise.allSettled(processTogether(pipeline, all.jobs))).map(({ status }) => status)).toEqual(
        all.jobs.map(() => 'rejected'),
      )
    } finally {
      await stores.sql`alter table link_counts_away rename to link_counts`
    }
    await together(all.jobs)
    await expectOnce(all)
  })
})

describe('a group whose worker died', () => {
  it('before its insert is stored batch by batch', async () => {
    const all = batches()
    await claim(all.jobs)
    await apart(all.jobs)
    await expectOnce(all)
  })

  it('between insert and commit is stored batch by batch', async () => {
    const all = batches()
    await insert(all.jobs, await claim(all.jobs))
    await together(all.jobs)
    await expectOnce(all)
  })

  it('stores nothing if its insert arrives after its batches were stored alone', async () => {
    const all = batches()
    const group = await claim(all.jobs)
    await together(all.jobs)
    await insert(all.jobs, group)
    await expectOnce(all)
  })

  it('stores no batch twice if its insert arrives between them', async () => {
    for (const alone of [1, 2, 3]) {
      const all = batches()
      const group = await claim(all.jobs)
      await apart(all.jobs.slice(0, alone))
      await insert(all.jobs, group)
      await apart(all.jobs)
      await expectOnce(all)
    }
  })
})

describe('a group whose worker stood still', () => {
  it('is not committed after one of its batches was stored alone', async () => {
    const all = batches([[0], [0], [0, 1]])
    const group = await claim(all.jobs)
    await apart(all.jobs.slice(0, 1))
    await insert(all.jobs, group)
    const failure = await commitGroup(pipeline, group, await rowsOf(all.jobs)).catch((error: Error) => error.message)
    await apart(all.jobs)
    await expectOnce(all)
    expect(failure).toContain('claimed by another attempt')
  })
})
