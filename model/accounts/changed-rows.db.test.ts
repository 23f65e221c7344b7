import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { theRow } from '#model/rows.ts'
import { type Tx, withTransactions } from '#runtime/postgres.ts'
import { countStatements } from '../../test/stack/count-statements.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { changedRows, findTables } from './changed-rows.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
  await stores.sql`create table notes (place integer primary key)`
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => stores.close())

const readChanged = async (tx: Tx, tables: readonly number[]) =>
  Number(theRow(await tx<{ rows: string }[]>`select ${changedRows(tx, tables)}::text as rows`, 'no count').rows)

it('counts rows that a transaction inserts, updates and deletes, and not those that it only locks', async () => {
  const tables = await findTables(stores.sql)
  await stores.sql.begin(async (tx) => {
    const before = await readChanged(tx, tables)
    const changed = async () => (await readChanged(tx, tables)) - before
    await tx`insert into notes values (1), (2), (3)`
    expect(await changed()).toBe(3)
    await tx`update notes set place = place + 10 where place < 3`
    await tx`delete from notes where place = 3`
    expect(await changed()).toBe(6)
    await tx`select from notes for update`
    expect(await changed()).toBe(6)
  })
})

it('reads the catalog once a minute, for all requests of a process', async () => {
  const { pool, sent } = countStatements(stores.sql)
  const ofRequest = () => withTransactions(pool, (work) => pool.begin(work))
  const tables = await findTables(ofRequest())
  expect(await findTables(ofRequest())).toEqual(tables)
  expect(sent()).toBe(1)
  await stores.sql`create table later (place integer primary key)`
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 61_000)
  expect(await findTables(ofRequest())).toHaveLength(tables.length + 1)
  expect(sent()).toBe(2)
})
