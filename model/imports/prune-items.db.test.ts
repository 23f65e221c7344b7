import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createImport } from '../../test/factories/imports.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { type ImportItem, insertItems, selectImported } from './import-items.ts'
import { itemsAreDue, pruneItems } from './prune-items.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
})
afterAll(() => stores.close())
beforeEach(() => stores.sql`truncate imports, nightly_tasks cascade`)

type GivenItem = Pick<ImportItem, 'outcome'> & Partial<ImportItem>

/** An import that ended before this many days. Returns its ID. */
async function createEnded(days: number, items: readonly GivenItem[]): Promise<string> {
  const { id, account_id } = await createImport(stores, account)
  await stores.sql`
    update imports
    set state = 'completed', due_at = null, finished_at = now() - make_interval(days => ${days})
    where id = ${id}`
  const nothing = { source_key: null, source_url: null, link_id: null, message: null }
  const numbered = items.map((item, index) => ({ position: index + 1, ...nothing, ...item }))
  await stores.sql.begin((tx) => insertItems(tx, { id, account_id }, numbered))
  return id
}

async function itemsOf(importId: string): Promise<string[]> {
  const rows = await stores.sql<{ position: number; outcome: string }[]>`
    select position, outcome from import_items where import_id = ${importId} order by position`
  return rows.map(({ position, outcome }) => `${position} ${outcome}`)
}

async function isDue(): Promise<boolean | undefined> {
  const [row] = await stores.sql<{ due: boolean }[]>`select ${itemsAreDue(stores.sql)} as due`
  return row?.due
}

const prune = (some: Parameters<typeof pruneItems>[1] = {}) => stores.sql.begin((tx) => pruneItems(tx, some))

it('removes links that were not imported 90 days after the end of the import, once a night', async () => {
  const items: GivenItem[] = [
    { outcome: 'created', source_key: 'csv:a', link_id: uuidv7() },
    { outcome: 'skipped', source_key: 'csv:b' },
    { outcome: 'renamed', source_key: 'csv:c', link_id: uuidv7() },
    { outcome: 'failed' },
    { outcome: 'invalid' },
    { outcome: 'overwritten', source_key: 'csv:d', link_id: uuidv7() },
  ]
  const [old, young] = [await createEnded(91, items), await createEnded(89, items.slice(0, 5))]
  const { id: running } = await createImport(stores, account)
  await stores.sql.begin((tx) =>
    insertItems(tx, { id: running, account_id: account.id }, [
      { position: 1, source_key: null, source_url: null, outcome: 'invalid', link_id: null, message: null },
    ]),
  )
  expect(await isDue()).toBe(true)
  await prune()
  expect(await itemsOf(old)).toEqual(['1 created', '3 renamed', '6 overwritten'])
  expect(await itemsOf(young)).toHaveLength(5)
  expect(await itemsOf(running)).toHaveLength(1)
  expect(await isDue()).toBe(false)
})

it('keeps the item that created a link and its latest one, by which later imports find it', async () => {
  const [link, other] = [
    await createLinkOf(stores, account, { url: 'https://example.com/' }),
    await createLinkOf(stores, account, { url: 'https://example.com/other' }),
  ]
  const overwritten = (key: string | null, link_id: string): GivenItem => ({
    outcome: 'overwritten',
    source_key: key,
    link_id,
  })
  const first = await createEnded(200, [{ outcome: 'created', source_key: 'csv:a', link_id: link.id }])
  const second = await createEnded(199, [
    overwritten('csv:a', link.id),
    overwritten('csv:only-here', other.id),
    overwritten('csv:another-link-later', other.id),
    overwritten(null, link.id),
  ])
  const third = await createEnded(198, [overwritten('csv:a', link.id)])
  const latest = await createEnded(1, [
    overwritten('csv:a', link.id),
    overwritten('csv:another-link-later', link.id),
    overwritten(null, link.id),
  ])
  const found = () => selectImported(stores.sql, account.id, ['csv:a', 'csv:only-here', 'csv:another-link-later'])
  const before = await found()
  expect(before.get('csv:a')).toMatchObject({ link_id: link.id, import_id: latest })
  await prune()
  expect(await itemsOf(first)).toEqual(['1 created'])
  expect(await itemsOf(second)).toEqual(['2 overwritten', '3 overwritten'])
  expect(await itemsOf(third)).toEqual([])
  expect(await itemsOf(latest)).toHaveLength(3)
  expect(await found()).toEqual(before)
})

it('removes some items in each turn, and continues after them', async () => {
  const skipped = Array.from({ length: 5 }, (): GivenItem => ({ outcome: 'skipped' }))
  const [one, another] = [await createEnded(92, skipped), await createEnded(91, [{ outcome: 'failed' }])]
  const seen = []
  for (let turn = 0; turn < 5; turn++) {
    await prune({ positions: 2, ms: 0 })
    seen.push([(await itemsOf(one)).length, (await itemsOf(another)).length, await isDue()])
  }
  expect(seen).toEqual([
    [4, 1, true],
    [2, 1, true],
    [0, 1, true],
    [0, 0, true],
    [0, 0, false],
  ])
})

it('leaves an import alone while it is verified', async () => {
  const id = await createEnded(100, [{ outcome: 'skipped' }])
  await stores.sql`
    insert into import_verifications (import_id, account_id, hosts, per_second, total)
    values (${id}, ${account.id}, '{bit.ly}', 1, 0)`
  await prune()
  expect(await itemsOf(id)).toHaveLength(1)
  await stores.sql`delete from import_verifications`
  await prune()
  expect(await itemsOf(id)).toEqual([])
})

it('waits for no import that is being deleted', async () => {
  const [gone, stays] = [
    await createEnded(100, [{ outcome: 'skipped' }]),
    await createEnded(99, [{ outcome: 'skipped' }]),
  ]
  await stores.sql.begin(async (tx) => {
    await tx`delete from imports where id = ${gone}`
    await prune()
  })
  expect(await itemsOf(stays)).toEqual([])
})
