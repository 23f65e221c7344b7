import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid, uuids } from '#runtime/ch-tag.ts'
import type { Part } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount } from '../../test/factories/account.ts'
import { clickBatch, newBatchId, rawClick } from '../../test/factories/click-batch.ts'
import { plainClick } from '../../test/factories/clicks.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { createQrCode } from '../../test/factories/qr-codes.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { countOfLink, countStored, openPipeline } from '../../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../../workers/clicks/process-batch.ts'
import { deleteLink } from '../links/delete-link.ts'
import { claimBatch } from './batches/claim-batch.ts'
import { commitBatch } from './batches/commit-batch.ts'
import { findUnpurged, mostLeftOut, purgeClicks } from './purge-clicks.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores()
})
beforeEach(() => stores.sql`delete from deleted_links`)
afterAll(() => stores.close())

const purge = (when?: 'now') =>
  stores.sql.begin((tx) => purgeClicks(tx, { sql: stores.sql, clickhouse: stores.ch }, when))
/** Yesterday: before the last night, wherever its hours are. */
const yesterday = () => stores.sql`update deleted_links set deleted_at = now() - interval '25 hours'`

async function storeClicks(account_id: string, link_id: string): Promise<string> {
  const job = clickBatch([rawClick({ account_id, link_id }), rawClick({ account_id, link_id })])
  await processBatch(openPipeline(stores), job)
  return job.batch_id
}

/** Mutations of the click store so far. Each rewrites parts of the table. */
async function countRewrites(): Promise<number | undefined> {
  const statement = ch`select count() as mutations from system.mutations where database = currentDatabase()`
  const [row] = await stores.ch.query(statement, z.object({ mutations: z.int() }))
  return row?.mutations
}

async function countPurges(link_id: string): Promise<number | undefined> {
  const [row] = await stores.sql<{ purges: number }[]>`select purges from deleted_links where link_id = ${link_id}`
  return row?.purges
}

it('deletes the clicks of deleted links, and nothing else', async () => {
  const [account, other] = [uuidv7(), uuidv7()]
  const [gone, alsoGone, kept] = [uuidv7(), uuidv7(), uuidv7()]
  const goneBatch = await storeClicks(account, gone)
  const alsoGoneBatch = await storeClicks(other, alsoGone)
  const keptBatch = await storeClicks(account, kept)
  await stores.sql`
    insert into deleted_links (link_id, account_id)
    values (${gone}, ${account}), (${alsoGone}, ${other})`
  await purge()
  expect(await countPurges(gone), 'before the night').toBe(0)
  expect((await countStored(stores, goneBatch)).rows).toBe(2)
  await yesterday()
  await purge()
  await eventually(async () => expect((await countStored(stores, goneBatch)).rows).toBe(0))
  await eventually(async () => expect((await countStored(stores, alsoGoneBatch)).rows).toBe(0))
  expect((await countStored(stores, keptBatch)).rows).toBe(2)
  expect(await countPurges(gone)).toBe(2)
})

it('deletes the clicks of as many links as reports leave out, in one statement', async () => {
  const [account, gone, kept] = [uuidv7(), uuidv7(), uuidv7()]
  const goneBatch = await storeClicks(account, gone)
  const keptBatch = await storeClicks(account, kept)
  await stores.sql`
    insert into deleted_links (link_id, account_id)
    select gen_random_uuid(), ${account} from generate_series(1, ${mostLeftOut - 1})`
  await stores.sql`insert into deleted_links (link_id, account_id) values (${gone}, ${account})`
  const deleted_ids = await findUnpurged(stores.sql, account)
  expect(deleted_ids).toHaveLength(mostLeftOut)
  const row = z.object({ clicks: z.number() })
  const left = ch`select toUInt32(count()) as clicks from clicks
    where account_id = ${uuid(account)} and link_id not in ${uuids(deleted_ids)}`
  expect(await stores.ch.query(left, row)).toEqual([{ clicks: 2 }])
  await yesterday()
  await purge()
  await eventually(async () => expect((await countStored(stores, goneBatch)).rows).toBe(0))
  expect((await countStored(stores, keptBatch)).rows).toBe(2)
})

it('purges the links of thousands of accounts as fast as those of one', async () => {
  const [account, gone] = [uuidv7(), uuidv7()]
  const goneBatch = await storeClicks(account, gone)
  const timePurge = async (accounts: Part) => {
    await stores.sql`
      insert into deleted_links (link_id, account_id)
      select gen_random_uuid(), ${accounts} from generate_series(1, 3000)`
    await yesterday()
    const startedAt = performance.now()
    await purge()
    return performance.now() - startedAt
  }
  const ofOne = await timePurge(stores.sql`${uuidv7()}::uuid`)
  await stores.sql`delete from deleted_links`
  await stores.sql`insert into deleted_links (link_id, account_id) values (${gone}, ${account})`
  const ofMany = await timePurge(stores.sql`gen_random_uuid()`)
  expect(ofMany / ofOne).toBeLessThan(20)
  await eventually(async () => expect((await countStored(stores, goneBatch)).rows).toBe(0))
})

it('changes nothing while servers of its cluster are away', async () => {
  const [account, gone] = [uuidv7(), uuidv7()]
  await storeClicks(account, gone)
  await stores.sql`
    insert into deleted_links (link_id, account_id, deleted_at) values (${gone}, ${account}, now() - interval '25 hours')`
  await stores.sql`
    insert into click_rollups (account_id, day, days, clicks) values (${account}, current_date - 1, 3, 2)`
  const rewrites = await countRewrites()
  const away = { ...stores.ch, cluster: 'away' }
  await expect(stores.sql.begin((tx) => purgeClicks(tx, { sql: stores.sql, clickhouse: away }))).rejects.toThrow(/away/)
  expect(await stores.sql`select generation::int from click_rollups where account_id = ${account}`).toEqual([
    { generation: 0 },
  ])
  expect([await countRewrites(), await countPurges(gone)]).toEqual([rewrites, 0])
})

it('does not wait for the night with an account that has deleted many links', async () => {
  const [account, other] = [uuidv7(), uuidv7()]
  await stores.sql`
    insert into deleted_links (link_id, account_id)
    select gen_random_uuid(), ${account} from generate_series(1, 1001)`
  await stores.sql`insert into deleted_links (link_id, account_id) values (${uuidv7()}, ${other})`
  await purge()
  expect(await stores.sql`select account_id, purges, count(*)::int from deleted_links group by 1, 2`).toEqual(
    expect.arrayContaining([
      { account_id: account, purges: 1, count: 1_001 },
      { account_id: other, purges: 0, count: 1 },
    ]),
  )
})

it('deletes again when no insert that missed the deletion can still write, and then stops', async () => {
  const [account, link] = [uuidv7(), uuidv7()]
  await stores.sql`insert into deleted_links (link_id, account_id) values (${link}, ${account})`
  await purge('now')
  // An insert that claimed its batch before the deletion, simulated by hiding the deletion from it.
  await stores.sql`update deleted_links set link_id = ${uuidv7()}, account_id = ${account}`
  const late = await storeClicks(account, link)
  await stores.sql`update deleted_links set link_id = ${link}`
  const rewrites = await countRewrites()
  await stores.sql`update deleted_links set deleted_at = now() - interval '40 seconds'`
  await purge('now')
  expect(await countRewrites(), 'nothing is rewritten while clicks can still arrive').toBe(rewrites)
  expect(await countPurges(link)).toBe(1)
  expect((await countStored(stores, late)).rows).toBe(2)

  await stores.sql`update deleted_links set deleted_at = now() - interval '61 seconds'`
  await purge('now')
  await eventually(async () => expect((await countStored(stores, late)).rows).toBe(0))
  expect(await countPurges(link)).toBe(2)
  expect(await countOfLink(stores, link)).toBeNull()
})

it('leaves no scans on the QR code of a deleted link, whose last scans are stored later', async () => {
  const account = await createAccount(stores.sql)
  const { id: link_id } = await createLinkOf(stores, account)
  const { id: qr_code_id } = await createQrCode(stores.sql, account, { is_dynamic: true, link_id, scans: 1 })
  const scans = async () => (await stores.sql`select from qr_counts where qr_code_id = ${qr_code_id}`).count
  const batch_id = newBatchId()
  await claimBatch(stores.sql, { batch_id, rows: 1 }, [link_id])
  await deleteLink(stores, account.id, link_id)
  const scan = plainClick({ account_id: account.id, link_id, qr_code_id, at: new Date().toISOString() })
  expect(await commitBatch({ sql: stores.sql, site: stores.config }, batch_id, [scan])).toBe(true)
  expect(await scans()).toBe(0)
  // Counted by a statement that began before the deletion was committed.
  await stores.sql`insert into qr_counts (qr_code_id, scans) values (${qr_code_id}, 1)`
  await yesterday()
  await purge()
  expect(await scans()).toBe(0)
})

it('purges links that were deleted while no worker was running, once', async () => {
  const [account, link] = [uuidv7(), uuidv7()]
  await stores.sql`
    insert into deleted_links (link_id, account_id, deleted_at)
    values (${link}, ${account}, now() - interval '2 days')`
  await purge()
  expect(await countPurges(link)).toBe(2)
})

it('confirms a deletion only when the click store has carried it out', async () => {
  const [account, link] = [uuidv7(), uuidv7()]
  const batch = await storeClicks(account, link)
  await stores.sql`
    insert into deleted_links (link_id, account_id, deleted_at, purges)
    values (${link}, ${account}, now() - interval '1 hour', 2)`
  await purge()
  expect(await countPurges(link), 'its clicks are still stored').toBe(2)
  expect(await findUnpurged(stores.sql, account)).toEqual([link])
  expect(await findUnpurged(stores.sql, uuidv7()), 'for another account').toEqual([])
  await stores.sql`update deleted_links set purges = 0 where link_id = ${link}`
  await purge('now')
  await eventually(async () => expect((await countStored(stores, batch)).rows).toBe(0))
  await purge()
  expect(await countPurges(link)).toBe(3)
  expect(await findUnpurged(stores.sql, account)).toEqual([])
})
