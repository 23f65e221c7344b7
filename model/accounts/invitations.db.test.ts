import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createMember, type TestMember } from '../../test/factories/member.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { waitingForLocks } from '../../test/stack/waiting-for-locks.ts'
import { acceptInvitation, deleteInvitation, insertInvitation } from './invitations.ts'

let stores: TestStores
let account: TestAccount
let guest: TestMember
let invitation: { id: string; token: string }
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  account = await createAccount(stores.sql)
  guest = await createMember(stores.sql, await createAccount(stores.sql), 'owner')
  invitation = await stores.sql.begin((tx) =>
    insertInvitation(tx, { account_id: account.id, email: null, role: 'viewer', created_by: null }),
  )
})

const accept = () => acceptInvitation(stores.sql, invitation.token, guest)
const revoke = () => stores.sql.begin((tx) => deleteInvitation(tx, account.id, invitation.id))
const members = async () => (await stores.sql`select from memberships where account_id = ${account.id}`).count

it('an invitation that is revoked while someone accepts it makes no member', async () => {
  const { accepting } = await stores.sql.begin(async (tx) => {
    await deleteInvitation(tx, account.id, invitation.id)
    const accepting = accept()
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
    return { accepting }
  })
  expect([await accepting, await members()]).toEqual([{ kind: 'gone' }, 0])
})

it('an invitation that is being accepted cannot be revoked', async () => {
  const { both } = await stores.sql.begin(async (tx) => {
    // The new membership refers to its user.
    await tx`select from users where id = ${guest.id} for update`
    const accepting = accept()
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
    const revoking = revoke()
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(2))
    return { both: [accepting, revoking] }
  })
  expect(await Promise.all(both)).toEqual([{ kind: 'accepted', account_id: account.id, user_id: guest.id }, null])
  expect(await members()).toBe(1)
})

it('an invitation that someone may not accept stays open', async () => {
  const owner = await createMember(stores.sql, account, 'owner')
  expect(await acceptInvitation(stores.sql, invitation.token, owner)).toEqual({ kind: 'member' })
  expect(await revoke()).toEqual({ email: null, role: 'viewer' })
})
