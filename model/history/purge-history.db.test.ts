import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { lastNight } from '../installation/nightly-tasks.ts'
import { pruneRows } from '../installation/prune-rows.ts'
import { historyIsDue, mostEntries, purgeHistory } from './purge-history.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
})
afterAll(() => stores.close())
beforeEach(() => stores.sql`truncate history, nightly_tasks`)

/** An object with this many entries, numbered from 1. */
async function createEntries(count: number): Promise<string> {
  const id = uuidv7()
  await stores.sql`
    insert into history (object_id, account_id, actor, before, after)
    select ${id}, ${account.id}, '{"type": "system", "id": null, "name": "Waymark"}', jsonb_build_object('name', number - 1),
      jsonb_build_object('name', number)
    from generate_series(1, ${count}::int) as number
    order by number`
  return id
}

const readCounts = () => stores.sql<{ object_id: string; count: number; oldest: number }[]>`
  select object_id, count(*)::int as count, min((after ->> 'name')::int) as oldest
  from history
  group by object_id
  order by object_id`

async function isDue(): Promise<boolean | undefined> {
  const [row] = await stores.sql<{ due: boolean }[]>`select ${historyIsDue(stores.sql)} as due`
  return row?.due
}

it('keeps the newest thousand entries of an object, and no other task removes more', async () => {
  const crowded = await createEntries(mostEntries + 250)
  const other = await createEntries(mostEntries)
  await stores.sql.begin(pruneRows)
  expect((await readCounts()).map(({ count }) => count)).toEqual([mostEntries + 250, mostEntries])
  await stores.sql.begin((tx) => purgeHistory(tx))
  expect(await readCounts()).toEqual([
    { object_id: crowded, count: mostEntries, oldest: 251 },
    { object_id: other, count: mostEntries, oldest: 1 },
  ])
})

it('is due once a night', async () => {
  expect(await isDue(), 'after the installation').toBe(true)
  await stores.sql.begin((tx) => purgeHistory(tx))
  expect(await isDue(), 'in the same night').toBe(false)
  const setBack = (time: string) => stores.sql`
    update nightly_tasks set done_at = ${lastNight(stores.sql)} - ${time}::interval`
  await setBack('0')
  expect(await isDue(), 'at the beginning of the night').toBe(false)
  await setBack('1 millisecond')
  expect(await isDue(), 'in the next night').toBe(true)
  await stores.sql.begin((tx) => purgeHistory(tx))
  expect(await isDue()).toBe(false)
})

it('continues in the same night until no object has too many entries', async () => {
  await createEntries(mostEntries + 1)
  await createEntries(mostEntries + 1)
  for (const stillDue of [true, true, false]) {
    await stores.sql.begin((tx) => purgeHistory(tx, { objects: 1 }))
    expect(await isDue()).toBe(stillDue)
  }
  expect((await readCounts()).map(({ count }) => count)).toEqual([mostEntries, mostEntries])
})

it('removes some objects in each turn, even if that takes longer than a turn may', async () => {
  for (let number = 0; number < 3; number++) await createEntries(mostEntries + 1)
  const readCrowded = async () => (await readCounts()).filter(({ count }) => count > mostEntries).length
  for (const left of [2, 1, 0]) {
    await stores.sql.begin((tx) => purgeHistory(tx, { ms: 0 }))
    expect([await readCrowded(), await isDue()]).toEqual([left, true])
  }
  await stores.sql.begin((tx) => purgeHistory(tx, { ms: 0 }))
  expect(await isDue()).toBe(false)
})

it('removes entries that are older than a year, at night only and some in each turn', async () => {
  const id = await createEntries(5)
  await stores.sql`
    update history
    set at = now() - case when (after ->> 'name')::int <= 3 then interval '1 year 1 hour' else interval '1 year -1 hour' end`
  await stores.sql.begin(pruneRows)
  expect(await readCounts()).toMatchObject([{ count: 5 }])
  for (const [count, stillDue] of [
    [3, true],
    [2, false],
  ]) {
    await stores.sql.begin((tx) => purgeHistory(tx, { oldEntries: 2 }))
    expect([(await readCounts())[0]?.count, await isDue()]).toEqual([count, stillDue])
  }
  expect(await readCounts()).toEqual([{ object_id: id, count: 2, oldest: 4 }])
})

it('leaves out old entries that another transaction has locked', async () => {
  const id = await createEntries(2)
  await stores.sql`update history set at = now() - interval '2 years'`
  await stores.sql.begin(async (other) => {
    await other`select from history where object_id = ${id} and after ->> 'name' = '1' for update`
    await stores.sql.begin((tx) => purgeHistory(tx))
  })
  expect(await readCounts()).toEqual([{ object_id: id, count: 1, oldest: 1 }])
})
