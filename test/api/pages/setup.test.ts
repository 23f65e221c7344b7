import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { insertOwner } from '#model/accounts/users.ts'
import { setupTokenFile } from '#runtime/setup-token.ts'
import { offerSetup } from '../../../api/accounts/set-up.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { createUser } from '../../factories/user.ts'
import { eventually } from '../../stack/eventually.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { Browser } from '../support/browser.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let token: string
let stopOffer: () => void
beforeEach(async () => {
  stores = await openTestStores()
  api = await startApi(stores)
  stopOffer = await offerSetup(stores)
  token = (await readFile(setupTokenFile(stores.config.DATA_DIR), 'utf8')).trim()
})
afterEach(async () => {
  stopOffer()
  await api.close()
  await stores.close()
})

const owner = { email: 'owner@example.com', password: 'correct horse battery' }
const setUp = (browser = new Browser(api), fields: Record<string, string> = {}) =>
  browser.submit(`/setup?token=${token}`, { ...owner, ...fields })
const offerOnce = async () => (await offerSetup(stores))()
const users = async () => (await stores.sql`select email from users`).map(({ email }) => email)

it('creates the owner from the printed link, up to an API key', async () => {
  const browser = new Browser(api)
  const done = await setUp(browser)
  expect([done.status, done.location]).toEqual([303, '/app'])
  const session = JSON.parse((await browser.get('/api/app/session')).html) as { data: { csrf_token: string } }
  expect(session.data).toMatchObject({
    user: { email: 'owner@example.com' },
    plan: 'business',
    installation: { is_owner: true },
  })
  const created = await api.request('POST', '/api-keys', {
    body: { name: 'first', permissions: ['read', 'write', 'delete', 'analytics'] },
    headers: {
      cookie: browser.cookieHeader,
      origin: 'http://localhost:3000',
      'x-csrf-token': session.data.csrf_token,
    },
  })
  expect(created.status).toBe(201)
  expect((await api.request('GET', '/me', { key: created.json.data.key })).status).toBe(200)
})

it('uses the account that was created for a key on the command line', async () => {
  const { key } = await createKey(stores.sql, { id: await ensureFirstAccount(stores.sql, 'business') })
  await setUp()
  const { json } = await api.request('GET', '/me', { key })
  expect(await stores.sql`select account_id, role from memberships`).toEqual([
    { account_id: json.data.account.id, role: 'owner' },
  ])
})

describe('the one-time token', () => {
  it('is readable only by its owner, and not stored in Postgres', async () => {
    expect((await stat(setupTokenFile(stores.config.DATA_DIR))).mode & 0o777).toBe(0o600)
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await stores.sql`select setup_tokens::text as stored from setup_tokens`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['stored']).not.toContain(token)
  })

  it('stays the same across restarts, until it is used', async () => {
    await offerOnce()
    expect((await readFile(setupTokenFile(stores.config.DATA_DIR), 'utf8')).trim()).toBe(token)
    await setUp()
    expect(existsSync(setupTokenFile(stores.config.DATA_DIR))).toBe(false)
    expect(await stores.sql`select from setup_tokens`).toHaveLength(0)
    await offerOnce()
    expect(existsSync(setupTokenFile(stores.config.DATA_DIR))).toBe(false)
  })

  it('expires after 24 hours, and a running process then offers another one', async () => {
    const stop = await offerSetup(stores, { retryMs: 20, lookMs: 20 })
    await stores.sql`update setup_tokens set created_at = now() - interval '25 hours'`
    expect((await new Browser(api).get(`/setup?token=${token}`)).status).toBe(403)
    const next = await eventually(async () => {
      const written = (await readFile(setupTokenFile(stores.config.DATA_DIR), 'utf8')).trim()
      expect(written).not.toBe(token)
      expect(written, 'not half written').toMatch(/^[\w-]{43}$/)
      return written
    })
    expect((await new Browser(api).get(`/setup?token=${next}`)).status).toBe(200)
    await createUser(stores.sql, await createAccount(stores.sql), owner.password)
    await eventually(() => expect(existsSync(setupTokenFile(stores.config.DATA_DIR))).toBe(false))
    stop()
  })

  it('ends with the first user, even if that user is deleted', async () => {
    await createUser(stores.sql, await createAccount(stores.sql), owner.password)
    expect(await stores.sql`select from setup_tokens`).toHaveLength(0)
    await stores.sql`delete from users`
    expect((await new Browser(api).get(`/setup?token=${token}`)).status).toBe(403)
  })

  it.each([undefined, '', 'x'.repeat(43), '\u0000'])('is required (%j is invalid)', async (wrong) => {
    const browser = new Browser(api)
    const query = wrong === undefined ? '' : `?token=${encodeURIComponent(wrong)}`
    const page = await browser.get(`/setup${query}`)
    expect(page.status).toBe(403)
    expect(page.html).toContain('one-time setup link')
    const posted = await browser.post('/setup', { ...owner, ...(wrong !== undefined && { token: wrong }) })
    expect(posted.status).toBe(403)
    expect(await users()).toEqual([])
  })
})

describe('after setup', () => {
  it('the page returns 404, even with its token', async () => {
    await setUp()
    const browser = new Browser(api)
    expect((await browser.get(`/setup?token=${token}`)).status).toBe(404)
    const second = await browser.post('/setup', { token, email: 'second@example.com', password: owner.password })
    expect(second.status).toBe(404)
    expect(await users()).toEqual(['owner@example.com'])
  })

  it('the page returns 404 if the owner was created on the command line', async () => {
    await createUser(stores.sql, await createAccount(stores.sql), owner.password)
    expect((await new Browser(api).get(`/setup?token=${token}`)).status).toBe(404)
    await offerOnce()
    expect(existsSync(setupTokenFile(stores.config.DATA_DIR))).toBe(false)
  })
})

it('creates exactly one user on concurrent requests', async () => {
  const other = await startApi(stores)
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const browser = new Browser(n % 2 === 0 ? api : other)
      return await browser.post('/setup', { token, email: `user${n}@example.com`, password: owner.password })
    }),
  )
  await other.close()
  expect(outcomes.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(404)])
  expect(await users()).toHaveLength(1)
  expect(await stores.sql`select from sessions`).toHaveLength(1)
})

it('gives an account one owner on concurrent requests', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { id } = await createAccount(stores.sql)
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => insertOwner(stores.sql, id, `user${round}-${n}@example.com`, 'a hash')),
    )
    expect(made.filter((user) => user !== null)).toHaveLength(1)
  }
})

it.each([
  [{ email: 'nobody' }, 'Enter an email address, such as name@example.com.'],
  [{ email: `${'a'.repeat(250)}@example.com` }, 'Must be at most 254 characters.'],
  [{ password: 'too short' }, 'Must be at least 10 characters.'],
  [{ password: 'x'.repeat(1_001) }, 'Must be at most 1,000 characters.'],
])('shows what is wrong with %j', async (fields, sentence) => {
  const refused = await setUp(new Browser(api), fields)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain(sentence)
  expect(refused.hidden['token']).toBe(token)
  expect(await users()).toEqual([])
})

it('escapes what was typed', async () => {
  const refused = await setUp(new Browser(api), { email: '"><script>alert(1)</script>' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(refused.html).not.toContain('<script')
})

it('is rejected from another site', async () => {
  const browser = new Browser(api)
  const forged = await browser.submit(`/setup?token=${token}`, owner, { origin: 'https://evil.example' })
  expect(forged.status).toBe(403)
  expect(await users()).toEqual([])
})
