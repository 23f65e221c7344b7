import { beforeAll, describe, expect, it } from 'vitest'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { hasAuthenticator } from '#model/accounts/authenticators.ts'
import { acceptInvitation } from '#model/accounts/invitations.ts'
import { insertKey } from '#model/accounts/keys.ts'
import { findReset } from '#model/accounts/password-resets.ts'
import { createAuthenticator } from '../test/factories/authenticators.ts'
import { createMember } from '../test/factories/member.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

describe('waymark members', () => {
  let owner: { id: string; email: string }
  let account: { id: string }
  beforeAll(async () => {
    account = { id: await ensureFirstAccount(stores.sql, 'business') }
    owner = await createMember(stores.sql, account, 'owner')
  })

  it('invites a member with a link that works once, then changes their role and removes them', async () => {
    const invited = await waymark(['members', 'invite', '--role', 'editor', '--email', 'new@example.com'])
    const token = new URL(invited.stdout.trim()).searchParams.get('token') ?? ''
    const user = { email: 'new@example.com', password_hash: 'none' }
    const accepted = await acceptInvitation(stores.sql, token, user)
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind)
    expect(await acceptInvitation(stores.sql, token, { email: 'x@example.com', password_hash: 'none' })).toEqual({
      kind: 'gone',
    })
    expect((await waymark(['members', 'role', 'NEW@example.com', 'admin'])).stdout).toBe(
      'new@example.com is now admin.\n',
    )
    const { stdout } = await waymark(['members', 'list', '--json'])
    expect(JSON.parse(stdout).map(({ email, role }: Record<string, string>) => [email, role])).toEqual([
      [owner.email, 'owner'],
      ['new@example.com', 'admin'],
    ])
    const key = await insertKey(stores.sql, {
      account_id: account.id,
      name: 'Theirs',
      permissions: ['read'],
      created_by: accepted.user_id,
    })
    const removed = await waymark(['members', 'remove', 'new@example.com'])
    expect(removed.stdout).toContain(`${key.id}  Theirs`)
    expect((await waymark(['members', 'list'])).stdout).toBe(`${owner.id}  ${owner.email}  owner  API keys: 0\n`)
  })

  it('prints a link that sets a new password', async () => {
    const { stdout } = await waymark(['members', 'reset-link', owner.email])
    const [entry] = await stores.sql`select * from audit_log where action = 'waymark members reset-link'`
    expect(entry).toMatchObject({ actor_type: 'cli', object_ids: [owner.id] })
    const token = new URL(stdout.trim()).searchParams.get('token') ?? ''
    expect(await findReset(stores.sql, token)).toEqual({ id: owner.id, email: owner.email })
  })

  it('removes the authenticator app and passkeys of a user, with an entry in the audit log', async () => {
    await createAuthenticator(stores, owner.id)
    const { stdout } = await waymark(['members', 'reset-two-factor', owner.email.toUpperCase()])
    expect(stdout).toBe(
      `Two-factor authentication was turned off. Passkeys deleted: 0. ${owner.email} can now sign in with the password alone.\n`,
    )
    expect(await hasAuthenticator(stores.sql, owner.id)).toBe(false)
    const [entry] = await stores.sql`select * from audit_log where action = 'waymark members reset-two-factor'`
    expect(entry).toMatchObject({ actor_type: 'cli', object_ids: [owner.id], account_id: account.id, network: null })
    const again = await waymark(['members', 'reset-two-factor', owner.email])
    expect(again.stdout).toContain('was already off. Passkeys deleted: 0.')
    expect((await waymark(['members', 'reset-two-factor', 'nobody@example.com'])).status).toBe(1)
  })

  it('keeps the last owner, and explains unknown names', async () => {
    const fails = async (...args: string[]) => {
      const { status, stderr } = await waymark(['members', ...args])
      expect(status).toBe(1)
      return stderr
    }
    expect(await fails('role', owner.email, 'viewer')).toContain('An account needs at least one owner.')
    expect(await fails('remove', 'nobody@example.com')).toBe(
      'waymark: There is no user with the email address nobody@example.com.\n',
    )
    expect(await fails('list', '--account', owner.id)).toBe(`waymark: There is no account with the ID ${owner.id}.\n`)
    expect(await fails('invite', '--role', 'root')).toContain('role')
  })
})
