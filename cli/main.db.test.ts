import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createConnectedApp } from '../test/factories/oauth.ts'
import { planOf, stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

describe('waymark keys create', () => {
  it('prints a key for the first account, which it creates if there is none', async () => {
    // Runs first, with a plan: the account created for it must not become the first account.
    const tried = await waymark([
      'keys',
      'create',
      '--name',
      'try',
      '--permissions',
      'read',
      '--plan',
      'free',
      '--json',
    ])
    const created = await waymark(['keys', 'create', '--name', 'ci', '--permissions', 'read,write', '--json'])
    const again = await waymark(['keys', 'create', '--name', 'ci', '--permissions', 'read', '--json'])
    expect([created.status, created.stderr]).toEqual([0, ''])
    const { key, id, ...rest } = JSON.parse(created.stdout)
    expect(key).toMatch(/^wm_[0-9A-Za-z]{36}$/)
    expect(rest).toEqual({ permissions: ['read', 'write'] })
    const first = await planOf(id)
    expect(first?.plan).toBe('business')
    expect((await planOf(JSON.parse(tried.stdout).id))?.plan).toBe('free')
    expect(await planOf(JSON.parse(again.stdout).id)).toEqual(first)
  })

  it.each([
    [['--name', 'x'], /required option '--permissions/],
    [['--name', 'x', '--permissions', 'fly'], /^waymark: `permissions\.0` must be one of read, /],
    [['--name', '', '--permissions', 'read'], /^waymark: `name` must not be empty\.\n$/],
    [['--name', 'x', '--permissions', 'read', '--plan', 'gold'], /^waymark: `plan` must be one of free, /],
  ])('rejects %j with one sentence', async (args, sentence) => {
    const { status, stdout, stderr } = await waymark(['keys', 'create', ...args])
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('prints where it looked when no stack is running', async () => {
    const args = ['keys', 'create', '--name', 'x', '--permissions', 'read']
    const nowhere = await waymark(args, { DATABASE_URL: '' })
    expect([nowhere.status, nowhere.stderr.includes('nothing is running on')]).toEqual([1, true])
    const away = await waymark(args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect([away.status, away.stderr.includes('ECONNREFUSED')]).toEqual([1, true])
  })
})

it('waymark owner create adds the owner of the first account, then resets the password', async () => {
  const file = join(stores.config.DATA_DIR, 'password')
  const create = async (email: string, password: string) => {
    await writeFile(file, `${password}\n`)
    const outcome = await waymark(['owner', 'create', '--email', email, '--password-file', file])
    await rm(file)
    return outcome
  }
  const passwordIs = async (password: string) => {
    const [row] = await stores.sql<{ password_hash: string }[]>`select password_hash from users`
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
    return await verify(row?.password_hash ?? '', password)
  }
  expect((await create('a@example.com', 'first password')).status).toBe(0)
  expect(await passwordIs('first password')).toBe(true)
  const reset = await create('A@example.com', 'second password')
  expect([reset.status, reset.stdout]).toEqual([
    0,
    'Password reset for A@example.com. All sessions were signed out. Revoked API keys: 2. Disconnected apps: 0. Removed passkeys: 0.\n',
  ])
  expect(await passwordIs('second password')).toBe(true)
  const owners = await stores.sql`
    select account_id
    from memberships
    where role = 'owner' and account_id = (select id from accounts order by created_at, id limit 1)`
  expect(owners).toHaveLength(1)

  const other = await create('b@example.com', 'other password')
  expect([other.status, other.stderr]).toEqual([
    1,
    'waymark: The first account already has an owner with another email. Run the command with that email to reset the password (`waymark members list` shows it).\n',
  ])
  expect((await create('a@example.com', 'short')).stderr).toBe('waymark: `password` must be at least 10 characters.\n')
})

it('waymark owner create ends sessions, keys, and apps on a reset, unless they are kept', async () => {
  const [owner] = await stores.sql<{ id: string; account_id: string }[]>`
    select users.id, account_id
    from users
    join memberships on memberships.user_id = users.id`
  if (owner === undefined) throw new Error('there is no owner')
  const file = join(stores.config.DATA_DIR, 'password')
  await writeFile(file, 'third password')
  const reset = (...more: string[]) =>
    waymark(['owner', 'create', '--email', 'a@example.com', '--password-file', file, ...more])
  const { id } = JSON.parse(
    (await waymark(['keys', 'create', '--name', 'x', '--permissions', 'read', '--json'])).stdout,
  )
  const elsewhere = await waymark([
    'keys',
    'create',
    '--name',
    'x',
    '--permissions',
    'read',
    '--plan',
    'free',
    '--json',
  ])
  await createConnectedApp(stores.sql, { id: owner.account_id })
  await stores.sql`
    insert into sessions (id, user_id, account_id, device, expires_at)
    values ('x'::bytea, ${owner.id}, ${owner.account_id}, 'Firefox', now() + interval '1 day')`
  const left = async () => {
    const [row] = await stores.sql`
      select
        (select count(*) from sessions) as sessions,
        (select count(*) from oauth_consents) as apps,
        (select count(*) from api_keys where id = ${id} and revoked_at is null) as keys,
        (select count(*) from api_keys where id = ${JSON.parse(elsewhere.stdout).id} and revoked_at is null) as foreign_keys`
    return row
  }
  expect(await left()).toEqual({ sessions: 1, apps: 1, keys: 1, foreign_keys: 1 })
  expect((await reset('--keep-access')).stdout).toBe(
    'Password reset for a@example.com. All sessions were signed out.\n',
  )
  expect(await left()).toEqual({ sessions: 0, apps: 1, keys: 1, foreign_keys: 1 })
  expect((await reset()).stdout).toContain('Revoked API keys: 1. Disconnected apps: 1.')
  expect(await left()).toEqual({ sessions: 0, apps: 0, keys: 0, foreign_keys: 1 })
})

it('waymark migrate can run twice, and twice at once', async () => {
  const outcomes = await Promise.all([waymark(['migrate']), waymark(['migrate'])])
  expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ])
})
