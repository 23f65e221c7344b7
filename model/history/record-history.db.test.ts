import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { createQrCode } from '../../test/factories/qr-codes.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { createLink } from '../links/create-link.ts'
import { withOrigin } from './change-origin.ts'
import { selectHistory } from './read-history.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  account = await createAccount(stores.sql)
})

async function createLinks(count: number): Promise<string[]> {
  const domain = await findBaseDomain(stores.sql, stores.config)
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const outcome = await createLink(stores, plainLink(account.id, domain))
    if (outcome.kind === 'created') ids.push(outcome.link.id)
  }
  return ids
}
const entriesOf = (id: string) =>
  selectHistory(stores.sql, { object_id: id }, { cursor: undefined, limit: 100, offset: 0 })

it('a change of many rows has the same entries as changes of single rows, with only the columns that differ', async () => {
  const ids = await createLinks(60)
  const [many, few] = [ids.slice(0, 50), ids.slice(50)]
  const change = async (chosen: string[]) =>
    await stores.sql.begin(async (tx) => {
      await tx`select ${withOrigin(tx, { actor: { type: 'system', id: null, name: 'Test' }, restored_from: chosen[0] ?? '' })}`
      const { count } = await tx`
        update links
        set tags = case when place % 2 = 0 then array['even'] else tags end,
          expires_at = '2040-01-01T00:00:00.123456Z',
          og = case when place % 3 = 0 then '{"title": "x"}'::jsonb end,
          password_hash = case when place % 5 = 0 then 'a secret' end,
          name = case when place % 7 = 0 then '"quoted" \\ name' end,
          updated_at = now()
        from unnest(${chosen}::uuid[]) with ordinality as given (id, place)
        where links.id = given.id`
      expect(count).toBe(chosen.length)
    })
  await change(many)
  await change(few)
  for (const [place, id] of few.entries()) {
    const [alone] = await entriesOf(id)
    const [together] = await entriesOf(many[place] ?? '')
    expect(together).toMatchObject({ before: alone?.before, after: alone?.after, actor: alone?.actor })
    expect(Object.keys(together?.after ?? {}).toSorted(), String(place)).toEqual(
      Object.keys(alone?.after ?? {}).toSorted(),
    )
    expect(together?.restored_from).toBe(many[0])
  }
  expect((await entriesOf(many[4] ?? ''))[0]?.after).toMatchObject({ password_hash: true })
  expect(JSON.stringify(await stores.sql`select * from history`)).not.toContain('a secret')
})

it('a change of many rows in which nothing differs has no entries', async () => {
  const ids = await createLinks(25)
  await stores.sql`update links set updated_at = now(), name = name where id = any(${ids}::uuid[])`
  expect(await stores.sql`select from history where account_id = ${account.id}`).toHaveLength(0)
  await stores.sql`update links set name = 'x' where id = any(${ids}::uuid[])`
  expect(await stores.sql`select from history where account_id = ${account.id}`).toHaveLength(25)
})

it('content of a code is kept unless it has a password, in changes of one row and of many', async () => {
  const codes = await Promise.all(Array.from({ length: 25 }, () => createQrCode(stores.sql, account)))
  const change = (ids: string[], data: object) => stores.sql`
    update qr_codes
    set content_data = ${stores.sql.json({ ...data })}
    where id = any(${ids}::uuid[])`
  const all = codes.map(({ id }) => id)
  for (const ids of [all.slice(0, 1), all]) {
    await change(ids, { ssid: 'Guests', password: 'secret' })
    await change(ids, { url: 'https://example.com/new' })
    await change(ids, { url: 'https://example.com/newer' })
    const [newest, second] = await entriesOf(all[0] ?? '')
    expect([newest?.before, newest?.after]).toEqual([
      { content_data: { url: 'https://example.com/new' } },
      { content_data: { url: 'https://example.com/newer' } },
    ])
    expect(second).toMatchObject({ before: { content_data: true } })
  }
  expect(JSON.stringify(await stores.sql`select * from history`)).not.toContain('secret')
})
