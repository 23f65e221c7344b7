import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../test/factories/account.ts'
import { addMember, createMember } from '../../test/factories/member.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { hasEntry, recordFailedSignIn } from './failed-sign-ins.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('a flood has few entries in the audit log of each account, which contain its size', async () => {
  const [one, other] = [await createAccount(stores.sql), await createAccount(stores.sql)]
  const user = await createMember(stores.sql, one, 'editor')
  await addMember(stores.sql, other, user.id, 'viewer')
  const fail = () => recordFailedSignIn(stores.sql, { user, with: 'password', address: '192.0.2.77' })
  const entriesOf = (account: { id: string }) => stores.sql`
    select summary, network, actor_type, actor_id, actor_name, action
    from audit_log
    where account_id = ${account.id}
    order by at, id`
  await Promise.all(Array.from({ length: 45 }, fail))
  const entries = await entriesOf(one)
  expect(entries).toHaveLength(12)
  expect(entries[0]).toEqual({
    summary: 'Failed sign-in: wrong password',
    network: '192.0.2.0',
    actor_type: 'user',
    actor_id: user.id,
    actor_name: user.email,
    action: 'sign_in_failed',
  })
  const told = new Set(entries.map(({ summary }) => summary))
  expect(told).toContain('Failed sign-in: wrong password (20 failed sign-ins in 24 hours)')
  expect(told).toContain('Failed sign-in: wrong password (40 failed sign-ins in 24 hours)')
  expect(await entriesOf(other)).toHaveLength(12)
  await stores.sql`update failed_sign_ins set since = now() - interval '25 hours' where user_id = ${user.id}`
  await fail()
  expect(await entriesOf(one)).toHaveLength(13)
})

it('a million failed sign-ins of a day have 26 entries', () => {
  const entries = Array.from({ length: 1_000_000 }, (_, index) => index + 1).filter(hasEntry)
  expect(entries).toHaveLength(26)
  expect(entries.slice(9, 13)).toEqual([10, 20, 40, 80])
})
