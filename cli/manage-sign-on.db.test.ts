import { beforeAll, describe, expect, it } from 'vitest'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { openSession } from '#model/accounts/open-session.ts'
import { createMember } from '../test/factories/member.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

describe('waymark sso optional', () => {
  let account: { id: string }
  beforeAll(async () => {
    account = { id: await ensureFirstAccount(stores.sql, 'business') }
  })

  it('lets members use their passwords again, and leaves an entry', async () => {
    const member = await createMember(stores.sql, account, 'editor')
    const given = { account_id: account.id, issuer: 'https://provider.example', client_id: 'x', client_secret: 'x' }
    await stores.sql`insert into single_sign_on ${stores.sql({ ...given, role: 'viewer', is_required: true })}`
    expect(await openSession(stores.sql, member)).toBe(null)
    expect((await waymark(['sso', 'optional'])).stdout).toBe('Members can sign in with their passwords.\n')
    expect(await openSession(stores.sql, member)).toEqual(expect.any(String))
    const [entry] = await stores.sql`select * from audit_log where action = 'waymark sso optional'`
    expect(entry).toMatchObject({ actor_type: 'cli', account_id: account.id, after: { is_required: 'false' } })
  })

  it('says so if it is not required, and refuses a wrong ID', async () => {
    expect(await waymark(['sso', 'optional'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not required'),
    })
    const other = ['sso', 'optional', '--account', '01890000-0000-7000-8000-000000000000']
    expect((await waymark(other)).status).toBe(1)
    expect((await waymark(['sso', 'optional', '--account', 'x'])).stderr).toContain('must be the ID of an account')
  })
})
