import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { waitingForLocks } from '../../test/stack/waiting-for-locks.ts'
import { setDestinationChecks } from './account-checks.ts'
import { enrollLinks, mostChecked } from './enroll-links.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.sql`delete from destination_checks`
  await stores.sql`delete from links`
  account = await createAccount(stores.sql)
})

const linkTo = async (url: string, of = account) => (await createLinkOf(stores, of, { url })).id

async function enroll(most = mostChecked): Promise<void> {
  await stores.sql`update destination_walk set next_at = now(), last_link_id = '00000000-0000-0000-0000-000000000000'`
  await enrollLinks(stores.sql, most)
}

const checked = async () =>
  (await stores.sql<{ link_id: string }[]>`select link_id from destination_checks order by link_id`).map(
    ({ link_id }) => link_id,
  )

it('the walk adds active links of accounts with checks turned on', async () => {
  const id = await linkTo('https://example.com/1')
  const disabled = await linkTo('https://example.com/2')
  await stores.sql`update links set is_active = false where id = ${disabled}`
  const trashed = await linkTo('https://example.com/3')
  await stores.sql`update links set trashed_at = now() where id = ${trashed}`
  const other = await createAccount(stores.sql)
  await stores.sql.begin((tx) => setDestinationChecks(tx, other.id, false))
  await linkTo('https://example.com/4', other)
  await enroll()
  expect(await checked()).toEqual([id])
})

it('the walk is run by one of two workers, and continues after the last link', async () => {
  await linkTo('https://example.com/1')
  await stores.sql`update destination_walk set next_at = now(), last_link_id = '00000000-0000-0000-0000-000000000000'`
  await Promise.all([enrollLinks(stores.sql), enrollLinks(stores.sql)])
  expect(await checked()).toHaveLength(1)
  const [walk] = await stores.sql<{ last_link_id: string; is_later: boolean }[]>`
    select last_link_id, next_at > now() + interval '5 minutes' as is_later from destination_walk`
  expect(walk).toEqual({ last_link_id: '00000000-0000-0000-0000-000000000000', is_later: true })
})

it('the walk fills the limit of an account, whatever the number of links that it knows', async () => {
  for (const number of [1, 2]) await linkTo(`https://example.com/${number}`)
  await enroll(4)
  for (const number of [3, 4, 5]) await linkTo(`https://example.com/${number}`)
  await enroll(4)
  expect(await checked()).toHaveLength(4)
})

it('the walk stops at the limit of an account', async () => {
  for (const number of [1, 2, 3]) await linkTo(`https://example.com/${number}`)
  const other = await createAccount(stores.sql)
  await linkTo('https://example.com/4', other)
  await enroll(2)
  expect(await checked()).toHaveLength(3)
  await stores.sql`update links set url = url || '?new'`
  await enroll(2)
  expect(await checked()).toHaveLength(3)
})

it('checks are turned off in the order in which they are added', async () => {
  const first = await linkTo('https://example.com/1')
  const second = await linkTo('https://example.com/2')
  // So that a scan of the table finds the second one first.
  for (const id of [second, first]) await addCheck(id)
  const { off, isFree } = await stores.sql.begin(async (tx) => {
    await tx`select from destination_checks where link_id = ${first} for update`
    const off = stores.sql.begin((other) => setDestinationChecks(other, account.id, false))
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
    const free = await stores.sql`
      select from destination_checks where link_id = ${second} for update skip locked`
    return { off, isFree: free.length === 1 }
  })
  await off
  expect(isFree).toBe(true)
  expect(await checked()).toEqual([])
})

const addCheck = (id: string) => stores.sql`
  insert into destination_checks (link_id, account_id, url_hash, next_at)
  select id, account_id, '', now() from links where id = ${id}`
