import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { firstAccount, takeInTurns } from './check-turns.ts'
import { enrollLinks } from './enroll-links.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.sql`delete from destination_checks`
  await stores.sql`update links set is_active = false`
})

const take = (limit: number, after: string, most?: number) =>
  stores.sql.begin((tx) => takeInTurns(tx, limit, after, most))

async function createLinks(account: TestAccount, count: number): Promise<string[]> {
  const created = Array.from({ length: count }, (_, number) =>
    createLinkOf(stores, account, { url: `https://example.com/${number}` }),
  )
  return (await Promise.all(created)).map(({ id }) => id)
}

async function enroll(): Promise<void> {
  await stores.sql`update destination_walk set next_at = now(), last_link_id = '00000000-0000-0000-0000-000000000000'`
  await enrollLinks(stores.sql)
  await stores.sql`update destination_checks set next_at = now()`
}

it('takes checks from the accounts in turns, although one account has many that have been due for longer', async () => {
  const account = await createAccount(stores.sql)
  const ids = await createLinks(account, 16)
  const others = await Promise.all([1, 2, 3].map(() => createAccount(stores.sql)))
  const theirs = (await Promise.all(others.map((other) => createLinks(other, 1)))).flat()
  await enroll()
  await stores.sql`update destination_checks set next_at = now() - interval '1 day' where account_id = ${account.id}`
  const first = await take(5, firstAccount)
  expect(first.ids).toEqual(expect.arrayContaining(theirs))
  expect([first.ids.length, first.last]).toEqual([5, firstAccount])
  const [second, third] = [await take(5, firstAccount), await take(5, account.id)]
  expect([second, third].map((taken) => taken.ids.length)).toEqual([5, 5])
  const all = [first, second, third].flatMap((taken) => taken.ids)
  expect(new Set(all).size).toBe(15)
  expect(all.filter((id) => ids.includes(id))).toHaveLength(12)
})

it('finds checks in the next turn if the accounts are more than a turn looks at', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => createAccount(stores.sql)))
  const ids = (await Promise.all(accounts.map((account) => createLinks(account, 1)))).flat()
  await enroll()
  await stores.sql`update destination_checks set next_at = now() + interval '1 day'`
  const order = accounts.map(({ id }) => id).sort()
  const taken = []
  for (let [after, turn] = [firstAccount, 0]; turn < 3; turn++) {
    await stores.sql`update destination_checks set next_at = now() where link_id = ${ids[2] ?? ''}`
    const { last } = await take(1, after, 1)
    taken.push(last)
    after = last
  }
  expect(taken).toEqual(order)
})
