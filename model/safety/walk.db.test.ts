import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { findDueTasks } from '../installation/upkeep-tasks.ts'
import { type Standard, takeStep, walkIsDue } from './walk.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.sql`delete from links`
  await stores.sql`delete from safety_walks`
  account = await createAccount(stores.sql)
})

const name = 'test'
const standard: Standard = { source: 'x', changedAt: 2 }
const dayMs = 86_400_000

/** Links from before walks that take days. Returns their IDs in order. */
async function createOldLinks(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number++) {
    const { id } = await createLinkOf(stores, account, { url: `https://example.com/${number}` })
    const old = uuidv7(Date.now() - 9 * dayMs + number)
    await stores.sql`update links set id = ${old} where id = ${id}`
    ids.push(old)
  }
  return ids
}

const createNewLink = async () => (await createLinkOf(stores, account, { url: 'https://example.com/new' })).id

/** Returns the links of the step; undefined if it did nothing. */
async function step(most: number, { isDone = true, by = standard } = {}): Promise<string[] | undefined> {
  let seen: string[] | undefined
  await stores.sql.begin((tx) =>
    takeStep(tx, { name, standard: by, most }, async (objects) => {
      seen = objects.filter(({ kind }) => kind === 'link').map(({ id }) => id)
      return isDone
    }),
  )
  return seen
}

const isDue = async (by = standard) =>
  (await findDueTasks(stores.sql, [{ name, isDue: (sql) => walkIsDue(sql, name, by) }])).size === 1

/** As if the walk had begun earlier. */
const passHours = (hours: number) => stores.sql`
  update safety_walks
  set begun_at = begun_at - make_interval(hours => ${hours}), ended_at = ended_at - make_interval(hours => ${hours})`

it('a walk that takes days ends before it begins again, and checks new links meanwhile', async () => {
  const old = await createOldLinks(6)
  expect(await step(2)).toEqual(old.slice(0, 2))
  await passHours(25)
  expect(await isDue()).toBe(true)
  expect(await step(2)).toEqual(old.slice(2, 4))
  const created = await createNewLink()
  await passHours(100)
  expect(await step(2)).toEqual([created, old[4]])
  expect(await step(2)).toEqual([old[5]])
  expect(await isDue(), 'after more than a day').toBe(true)
  expect(await step(20)).toEqual([...old, created])
  expect(await isDue(), 'after its end').toBe(false)
  await passHours(23)
  expect(await isDue(), 'within a day').toBe(false)
  await passHours(2)
  expect(await isDue(), 'a day after it began').toBe(true)
})

it('checks more new links than there is room for in a step, and the others of a failed step again', async () => {
  const old = await createOldLinks(3)
  expect(await step(2)).toEqual(old.slice(0, 2))
  const created = [await createNewLink(), await createNewLink(), await createNewLink()].toSorted()
  for (const isDone of [false, true]) expect(await step(2, { isDone })).toEqual([created[0], old[2]])
  expect(await step(2), 'the end of the walk').toEqual([created[1]])
  expect(await step(2)).toEqual([created[2]])
  expect(await step(2)).toEqual([])
  const latest = await createNewLink()
  expect(await step(2, { isDone: false })).toEqual([latest])
  expect(await step(2)).toEqual([latest])
})

it('is left to a process with a newer standard, also after days, until that takes no more steps', async () => {
  const old = await createOldLinks(3)
  await step(2)
  await passHours(72)
  const earlier = { ...standard, changedAt: 1 }
  expect([await isDue(earlier), await step(2, { by: earlier })]).toEqual([false, undefined])
  await stores.sql`update safety_walks set next_at = now() - interval '61 minutes'`
  expect(await isDue(earlier)).toBe(true)
  expect(await step(2, { by: earlier })).toEqual(old.slice(0, 2))
  expect(await step(2), 'the newer one begins again').toEqual(old.slice(0, 2))
})

it('begins again after one of an earlier version', async () => {
  const old = await createOldLinks(1)
  await stores.sql`
    insert into safety_walks (name, source, changed_at, last_link_id, begun_at, next_at)
    values (${name}, 'x', 2, ${old[0] ?? ''}, now(), now() + interval '1 minute')`
  expect(await isDue()).toBe(true)
  expect(await step(2)).toEqual(old)
})
