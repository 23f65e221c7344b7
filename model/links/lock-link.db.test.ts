import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { createLink } from './create-link.ts'
import type { LinkDomain } from './describe-link.ts'
import { updateLink } from './update-link.ts'

let stores: TestStores
let domain: LinkDomain
let account_id: string

beforeAll(async () => {
  stores = await openTestStores()
  domain = await findBaseDomain(stores.sql, stores.config)
  account_id = (await createAccount(stores.sql)).id
})
afterAll(() => stores.close())

async function create(alias: string): Promise<string> {
  const outcome = await createLink(stores, plainLink(account_id, domain, { alias }))
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  return outcome.link.id
}

const rename = (link_id: string, alias: string) =>
  updateLink(stores, { account_id, link_id, alias, changes: {}, judge: () => undefined })

/** A session that holds the locks of slugs, as another change does. */
async function holdCodes(...codes: string[]) {
  const session = await stores.sql.reserve()
  const keys = new Map(codes.map((code) => [code, `${domain.id}:${code}`]))
  for (const key of keys.values()) await session`select pg_advisory_lock(hashtextextended(${key}, 0))`
  return {
    release: (code: string) => session`select pg_advisory_unlock(hashtextextended(${keys.get(code) ?? ''}, 0))`,
    end: () => session.release(),
  }
}

const untilSomebodyWaits = () =>
  eventually(async () => {
    const waiting = await stores.sql`
      select from pg_locks
      where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    expect(waiting).toHaveLength(1)
  })

it('takes both locks of a rename in a fixed order: while waiting for the first it does not hold the second', async () => {
  const link = await create('order-b')
  const holder = await holdCodes('order-a')
  const renaming = rename(link, 'order-a')
  await untilSomebodyWaits()
  const [row] = await stores.sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${domain.id}:order-b`}, 0)) as free`
  await holder.release('order-a')
  holder.end()
  expect(row).toEqual({ free: true })
  expect(await renaming).toMatchObject({ code: 'order-a' })
})

it('follows a link that was renamed while a change waited, and locks its new slug too', async () => {
  const link = await create('moved-from')
  const holder = await holdCodes('moved-from', 'moved-to')
  const change = { account_id, link_id: link, changes: { name: 'late' }, judge: () => undefined }
  const updating = updateLink(stores, change)
  await untilSomebodyWaits()
  await stores.sql`update links set code = 'moved-to', rev = nextval('link_rev') where id = ${link}`
  await holder.release('moved-from')
  await untilSomebodyWaits()
  expect(await stores.sql`select name from links where id = ${link}`).toEqual([{ name: null }])
  await holder.release('moved-to')
  holder.end()
  expect(await updating).toMatchObject({ code: 'moved-to', name: 'late' })
})
