import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createMember, type TestMember } from '../../test/factories/member.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { waitingForLocks } from '../../test/stack/waiting-for-locks.ts'
import { pruneRows } from '../installation/prune-rows.ts'
import type { Claims } from '../single-sign-on/claims.ts'
import { deleteIdentity } from '../single-sign-on/identities.ts'
import { linkSession } from '../single-sign-on/open-sessions.ts'
import { lockAccount } from './accounts.ts'
import { insertInvitation } from './invitations.ts'
import { hashToken, openSession } from './open-session.ts'
import { applyReset, insertReset } from './password-resets.ts'
import { holdSession } from './session-locks.ts'
import { changePassword, resetPassword } from './users.ts'

const issuer = 'https://provider.example'
const address = '192.0.2.1'

let stores: TestStores
let account: TestAccount
let member: TestMember
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
  await stores.sql`
    insert into single_sign_on (account_id, issuer, client_id, client_secret, role, is_required)
    values (${account.id}, ${issuer}, 'waymark', 'x', 'viewer', false)`
  member = await createMember(stores.sql, account, 'editor')
})
afterAll(() => stores.close())

/** A session that was last used some minutes ago, so that a request also writes its row. */
async function openIdle(): Promise<Buffer> {
  const token = await openSession(stores.sql, member, '')
  if (token === null) throw new Error('no session')
  const id = hashToken(token)
  await stores.sql`update sessions set last_seen_at = now() - interval '5 minutes' where id = ${id}`
  return id
}

const claims = (): Claims => ({ issuer, subject: uuidv7(), email: null, is_verified: false, signed_in_at: null })
const connect = (session_id: Buffer) =>
  linkSession(stores.sql, { account_id: account.id, session_id, claims: claims(), address })

const endings: [name: string, end: () => Promise<unknown>][] = [
  ['a changed password', () => changePassword(stores.sql, member, member.password_hash, true)],
  [
    'a reset on the command line',
    () => resetPassword(stores.sql, member.email, member.password_hash, { keepAccess: false }),
  ],
  [
    'a reset link',
    async () => {
      const reset = await insertReset(stores.sql, member.email)
      const { password_hash } = member
      return await applyReset(stores.sql, { token: reset?.token ?? '', password_hash, revokes_access: true, address })
    },
  ],
]

it.each(endings)(
  '%s that ends other access waits for a connection to a provider, and is not waited for',
  async (_, end) => {
    const id = await openIdle()
    const { both } = await stores.sql.begin(async (tx) => {
      await lockAccount(tx, account.id)
      const connecting = connect(id)
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      const ending = end()
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(2))
      return { both: Promise.allSettled([connecting, ending]) }
    })
    expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const [left] = await stores.sql`
    select (select count(*) from sessions) + (select count(*) from identities) as count`
    expect(left?.['count']).toBe(0)
  },
)

const insertExpiredReset = () => stores.sql`
  insert into password_resets (token_hash, user_id, expires_at)
  values (${hashToken(uuidv7())}, ${member.id}, now() - interval '1 minute')`

it('a reset link, an invitation and their removal wait for no expired one that is locked, and do not count it', async () => {
  const invite = () =>
    stores.sql.begin((tx) =>
      insertInvitation(tx, { account_id: account.id, email: null, role: 'viewer', created_by: null }),
    )
  for (let count = 0; count < 3; count++) await insertExpiredReset()
  for (let count = 0; count < 100; count++) await invite()
  await stores.sql`update invitations set expires_at = now() - interval '1 minute'`
  const { both, waiting } = await stores.sql.begin(async (tx) => {
    await tx`select from password_resets for update`
    await tx`select from invitations for update`
    const pruning = stores.sql.begin(pruneRows)
    const inserting = Promise.all([insertReset(stores.sql, member.email), invite(), pruning])
    await Promise.race([inserting, sleep(10_000)])
    return { both: inserting, waiting: await waitingForLocks(stores.sql) }
  })
  expect(waiting).toBe(0)
  expect(await both).toEqual([
    expect.objectContaining({ email: member.email }),
    expect.objectContaining({ role: 'viewer' }),
    undefined,
  ])
  await stores.sql.begin(pruneRows)
  const [expired] = await stores.sql`
    select
      (select count(*) from password_resets where expires_at <= now()) +
      (select count(*) from invitations where expires_at <= now()) as count`
  expect(expired?.['count']).toBe(0)
})

it('changes of passwords, reset links, connections and ended sessions at the same time never deadlock', async () => {
  const failures: unknown[] = []
  for (let round = 0; round < 40; round += 1) {
    const ids = await Promise.all([openIdle(), openIdle(), openIdle(), openIdle()])
    await insertExpiredReset()
    const disconnect = async (id: Buffer) =>
      await stores.sql.begin(async (tx) => {
        await holdSession(tx, { id, user: { ...member, time_zone: null } })
        const [row] = await tx<{ id: string }[]>`select id from identities where user_id = ${member.id} limit 1`
        if (row !== undefined) await deleteIdentity(tx, member.id, null, row.id)
      })
    const [, end] = endings[round % endings.length] ?? ['', () => Promise.resolve()]
    const all = await Promise.allSettled([
      ...ids.map((id) => connect(id)),
      end(),
      insertReset(stores.sql, member.email),
      ...ids.map((id) => disconnect(id)),
      changePassword(stores.sql, member, member.password_hash, round % 2 === 0),
    ])
    failures.push(...all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])))
  }
  expect(failures).toEqual([])
}, 120_000)
