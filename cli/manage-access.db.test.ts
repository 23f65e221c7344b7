import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { insertKey } from '#model/accounts/keys.ts'
import { insertOwner } from '#model/accounts/users.ts'
import { keysFile, SecretKeys } from '#runtime/secret-keys.ts'
import { createAccount } from '../test/factories/account.ts'
import { createConnectedApp } from '../test/factories/oauth.ts'
import { createWebhook } from '../test/factories/webhooks.ts'
import { planOf, stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

describe('waymark keys, sessions, and apps', () => {
  const idsOf = async (...args: string[]) =>
    JSON.parse((await waymark([...args, '--json'])).stdout).map(({ id }: { id: string }) => id) as string[]
  const makeKey = async (...more: string[]) =>
    JSON.parse((await waymark(['keys', 'create', '--name', 'x', '--permissions', 'read', '--json', ...more])).stdout)

  /** An owner of the first account. */
  const owner = { user_id: '', account_id: '' }
  beforeAll(async () => {
    owner.account_id = await ensureFirstAccount(stores.sql, 'business')
    owner.user_id = (await insertOwner(stores.sql, owner.account_id, 'a@example.com', 'no hash'))?.id ?? ''
  })

  it('list and revoke keys by id, with their descendants, by account, and all', async () => {
    const [one, other, elsewhere] = [await makeKey(), await makeKey(), await makeKey('--plan', 'free')]
    const first = (await planOf(one.id))?.account_id ?? ''
    const child = await insertKey(stores.sql, {
      account_id: first,
      name: 'child\u001b[31m',
      permissions: ['read'],
      parent_key_id: one.id,
    })
    const all = await idsOf('keys', 'list')
    expect(all).toEqual(expect.arrayContaining([one.id, other.id, elsewhere.id, child.id]))
    const shown = await waymark(['keys', 'list', '--account', first])
    expect(shown.stdout).toContain(`created by ${one.id}`)
    expect(shown.stdout).not.toContain('\u001b')
    expect(await idsOf('keys', 'list', '--account', 'A@example.com')).not.toContain(elsewhere.id)
    expect((await waymark(['keys', 'revoke', one.id])).stdout).toBe('Revoked 2 API keys.\n')
    const left = await idsOf('keys', 'list')
    expect(left).toEqual(expect.arrayContaining([other.id, elsewhere.id]))
    expect(left).not.toContain(child.id)
    expect((await waymark(['keys', 'revoke', '--account', first])).status).toBe(0)
    expect(await idsOf('keys', 'list')).toContain(elsewhere.id)
    expect((await waymark(['keys', 'revoke', '--all'])).status).toBe(0)
    expect(await idsOf('keys', 'list')).toEqual([])
  })

  it('list and revoke sessions and apps', async () => {
    const [owner] = await stores.sql<
      { user_id: string; account_id: string }[]
    >`select user_id, account_id from memberships`
    if (owner === undefined) throw new Error('there is no owner')
    const { user_id, account_id } = owner
    const addSession = (id: string) => stores.sql`
      insert into sessions (id, user_id, account_id, device, expires_at)
      values (sha256(${id}::bytea), ${user_id}, ${account_id}, 'Firefox', now() + interval '1 day')`
    for (const id of ['a', 'b', 'c']) await addSession(id)
    const [first = '', ...rest] = await idsOf('sessions', 'list')
    expect(rest).toHaveLength(2)
    expect((await waymark(['sessions', 'revoke', first])).stdout).toBe('Revoked 1 session.\n')
    expect(await idsOf('sessions', 'list', '--account', 'a@example.com')).toEqual(rest)
    expect((await waymark(['sessions', 'revoke', '--all'])).stdout).toBe('Revoked 2 sessions.\n')
    const app = await createConnectedApp(stores.sql, { id: account_id })
    expect(await idsOf('apps', 'list', '--account', account_id)).toEqual([app.id])
    expect((await waymark(['apps', 'revoke', '--account', account_id])).stdout).toBe('Revoked 1 connected app.\n')
    expect(await idsOf('apps', 'list')).toEqual([])
  })

  it.each([
    [['keys', 'revoke'], 'Enter either IDs, --account, or --all.'],
    [['apps', 'revoke', '--all', '--account', 'a@example.com'], 'Enter either IDs, --account, or --all.'],
    [['sessions', 'revoke', '--account', 'nobody@example.com'], 'No account or user: nobody@example.com'],
    [['keys', 'list', '--account', 'nobody'], 'No account or user: nobody'],
    [['apps', 'revoke', 'nonsense'], 'Unknown ID. Run list to see all connected apps. Nothing was revoked.'],
  ])('reject %j and change nothing', async (args, sentence) => {
    const { id } = await makeKey()
    expect(await waymark(args)).toMatchObject({ status: 1, stdout: '', stderr: `waymark: ${sentence}\n` })
    const known = await waymark(['keys', 'revoke', id, 'nonsense'])
    expect(known.stderr).toContain('Nothing was revoked.')
    expect(await idsOf('keys', 'list')).toContain(id)
  })
})

describe('waymark secrets rotate', () => {
  const hook = () => createWebhook(stores.sql, { id: accountId })
  let accountId: string
  beforeAll(async () => {
    accountId = (await createAccount(stores.sql)).id
  })
  const stored = async (id: string) => {
    const [row] = await stores.sql<{ secret: string }[]>`select secret from webhooks where id = ${id}`
    return row?.secret ?? ''
  }

  /** The first key of these settings is in use, so a rotation must change nothing and not report success. */
  async function refuseWithoutNewKey(given: { ENCRYPTION_KEY: string }, id: string): Promise<void> {
    const kept = () =>
      Promise.all([
        stored(id),
        stores.sql`select key_id from encryption_key`,
        stores.sql`select kid from oauth_signing_keys`,
      ])
    const before = await kept()
    for (const options of [[], ['--encryption-key']]) {
      const refused = await waymark(['secrets', 'rotate', ...options], given)
      expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Put a new key') })
    }
    expect(await kept()).toEqual(before)
  }

  it('encrypts stored secrets with a new key in the data folder', async () => {
    const { id, secret } = await hook()
    const first = await waymark(['secrets', 'rotate', '--encryption-key'])
    expect([first.status, first.stderr]).toEqual([0, ''])
    const before = await stored(id)
    expect(before).toMatch(/^sealed:/)
    const keys = new SecretKeys(stores.config)
    expect(keys.open('signing secret', before)).toBe(secret)
    expect((await waymark(['secrets', 'rotate', '--encryption-key'])).status).toBe(0)
    const after = await stored(id)
    expect(after.slice(0, 15)).not.toBe(before.slice(0, 15))
    expect(keys.open('signing secret', after), 'a running process reads the new key').toBe(secret)
  })

  it('uses the first key of ENCRYPTION_KEY, and refuses a machine without the previous one', async () => {
    const { id, secret } = await hook()
    const given = 'k'.repeat(40)
    const alone = await waymark(['secrets', 'rotate'], { ENCRYPTION_KEY: given })
    expect([alone.status, alone.stderr.includes('set ENCRYPTION_KEY to the same value')]).toEqual([1, true])
    const previous = readFileSync(keysFile(stores.config.DATA_DIR), 'utf8').trim().split('\n')
    const both = { ENCRYPTION_KEY: [given, ...previous].join(',') }
    expect((await waymark(['secrets', 'rotate', '--encryption-key'], both)).status).toBe(0)
    const config = { ...stores.config, ENCRYPTION_KEY: [given] }
    expect(new SecretKeys(config).open('signing secret', await stored(id))).toBe(secret)
    await refuseWithoutNewKey(both, id)
    await refuseWithoutNewKey({ ENCRYPTION_KEY: given }, id)
  })

  it('continues an interrupted rotation to the first key of ENCRYPTION_KEY', async () => {
    const { id, secret } = await hook()
    const [first, second] = ['x'.repeat(40), 'y'.repeat(40)]
    const before = new SecretKeys({ ...stores.config, ENCRYPTION_KEY: [first] })
    const after = new SecretKeys({ ...stores.config, ENCRYPTION_KEY: [second] })
    await stores.sql`delete from webhooks where id <> ${id}`
    await stores.sql`update webhooks set secret = ${before.seal(before.newest(), 'signing secret', secret)}`
    await stores.sql`delete from oauth_signing_keys`
    await stores.sql`update encryption_key set key_id = ${after.newest()}`
    const both = { ENCRYPTION_KEY: `${second},${first}` }
    const ended = await waymark(['secrets', 'rotate', '--encryption-key'], both)
    expect([ended.status, ended.stdout]).toEqual([0, `Secrets encrypted with the key ${after.newest()}: 1.\n`])
    expect(after.open('signing secret', await stored(id))).toBe(secret)
  })
})
