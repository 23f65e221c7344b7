import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { createConnectedApp } from '../../factories/oauth.ts'
import { createUser } from '../../factories/user.ts'
import { createWebhook } from '../../factories/webhooks.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { exportArchive } from '../support/archives.ts'
import { Browser } from '../support/browser.ts'
import {
  account,
  api,
  call,
  csrfOf,
  isSignedIn,
  origin,
  password,
  signedIn,
  stores,
  useSessions,
} from '../support/sessions.ts'

useSessions()

let one: Browser
beforeEach(async () => {
  one = await signedIn()
})

const post = (path: string, body?: unknown, by = one) => call(by, 'POST', path, body, '/api/v1')
const keyBody = { name: 'x', permissions: ['read'] }
const confirm = (current_password: unknown, by = one) => call(by, 'POST', '/confirm-password', { current_password })
const age = (minutes: number) => stores.sql`
  update sessions
  set confirmed_at = confirmed_at - make_interval(mins => ${minutes})
  where account_id = ${account.id}`
const countAll = async () => {
  const [row] = await stores.sql`
    select
      (select count(*) from api_keys) as keys,
      (select count(*) from webhooks) as webhooks,
      (select string_agg(secret, ',' order by id) from webhooks) as secrets`
  return row
}

describe('a session whose user has not entered the password for 10 minutes', () => {
  it('creates no key and no webhook and rotates no secret until the password is entered', async () => {
    const hook = await createWebhook(stores.sql, account)
    const acts: [path: string, body: unknown, status: number][] = [
      ['/api-keys', keyBody, 201],
      ['/webhooks', { url: 'https://hooks.example.com/', events: ['url.created'] }, 201],
      [`/webhooks/${hook.id}/rotate-secret`, undefined, 200],
    ]
    await age(11)
    const before = await countAll()
    for (const [path, body] of acts) {
      const { status, json } = await post(path, body)
      expect([status, json.error], path).toEqual([
        403,
        expect.objectContaining({ code: 'FORBIDDEN', details: 'password_confirmation_required' }),
      ])
    }
    expect(await countAll()).toEqual(before)
    const { status, json } = await confirm(password)
    expect([status, json.data]).toEqual([200, { message: 'Password confirmed' }])
    for (const [path, body, wanted] of acts) expect((await post(path, body)).status, path).toBe(wanted)
  })

  it('sends the events of a webhook to no other URL until the password is entered', async () => {
    const { id } = await createWebhook(stores.sql, account, { url: 'https://hooks.example.com/' })
    await age(11)
    const put = (body: object) => call(one, 'PUT', `/webhooks/${id}`, body, '/api/v1')
    expect((await put({ name: 'CRM', url: 'https://hooks.example.com/' })).status).toBe(200)
    const refused = await put({ url: 'https://evil.example.com/' })
    expect([refused.status, refused.json.error.details]).toEqual([403, 'password_confirmation_required'])
    const { json } = await call(one, 'GET', `/webhooks/${id}`, undefined, '/api/v1')
    expect(json.data).toMatchObject({ name: 'CRM', url: 'https://hooks.example.com/' })
    await confirm(password)
    expect((await put({ url: 'https://other.example.com/' })).status).toBe(200)
  })

  it('imports no archive of an account until the password is entered', async () => {
    const archive = await exportArchive({ api, key: (await createKey(stores.sql, account)).key })
    const headers = { cookie: one.cookieHeader, origin, 'x-csrf-token': await csrfOf(one) }
    const upload = async () => {
      const body = new FormData()
      body.append('source', 'waymark')
      body.append('file', new Blob([new Uint8Array(archive)]), 'account.tar.gz')
      const response = await fetch(`${api.url}/api/v1/imports`, { method: 'POST', headers, body })
      return { status: response.status, text: await response.text() }
    }
    const countImports = () => stores.sql`select from imports where account_id = ${account.id}`
    await age(11)
    const refused = await upload()
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('password_confirmation_required')])
    expect(await countImports()).toHaveLength(0)
    await confirm(password)
    expect((await upload()).status).toBe(202)
    expect(await countImports()).toHaveLength(1)
  })

  it('may do everything else', async () => {
    await age(11)
    const link = await post('/short-urls', { url: 'https://example.com/' })
    expect(link.status).toBe(201)
    const { id } = await createKey(stores.sql, account)
    expect((await call(one, 'DELETE', `/api-keys/${id}`, undefined, '/api/v1')).status).toBe(200)
  })

  it('stays refused after a wrong password, and guesses are limited', async () => {
    await age(11)
    const first = await confirm('wrong')
    expect([first.status, first.json.error.details.errors]).toEqual([
      422,
      [{ field: 'current_password', message: 'Wrong current password.' }],
    ])
    expect((await post('/api-keys', keyBody)).status).toBe(403)
    expect((await confirm(7)).status).toBe(400)
    const statuses: number[] = []
    for (let time = 0; time < 10; time += 1) statuses.push((await confirm('wrong')).status)
    expect(statuses).toEqual([...Array(9).fill(422), 429])
  })

  it('is not confirmed by another session, another user, or a key', async () => {
    const other = await signedIn()
    const elsewhere = await createAccount(stores.sql)
    const stranger = new Browser(api)
    await stranger.login((await createUser(stores.sql, elsewhere, password)).email, password)
    await age(11)
    expect([(await confirm(password, other)).status, (await confirm(password, stranger)).status]).toEqual([200, 200])
    const { key } = await createKey(stores.sql, account)
    const byKey = await fetch(`${api.url}/api/app/confirm-password`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ current_password: password }),
    })
    expect(byKey.status).toBe(403)
    expect((await post('/api-keys', keyBody)).status).toBe(403)
    expect((await post('/api-keys', keyBody, other)).status).toBe(201)
  })

  it('repeats a request with the same Idempotency-Key after the password was entered', async () => {
    await age(11)
    const ask = async () => {
      const { json } = await call(one, 'GET', '/session')
      const headers = { cookie: one.cookieHeader, origin: 'http://localhost:3000', 'idempotency-key': 'once' }
      return await api.request('POST', '/api-keys', {
        body: keyBody,
        headers: { ...headers, 'x-csrf-token': json.data.csrf_token },
      })
    }
    expect((await ask()).status).toBe(403)
    await confirm(password)
    expect((await ask()).status).toBe(201)
  })
})

it('keys create keys and webhooks without a password', async () => {
  await age(11)
  const { key } = await createKey(stores.sql, account)
  expect((await api.request('POST', '/api-keys', { key, body: keyBody })).status).toBe(201)
})

describe('a password change', () => {
  const change = (by: Browser, more: object = {}) =>
    call(by, 'PUT', '/password', { current_password: password, new_password: 'another long password', ...more })
  const opens = async (key: string) => (await api.request('GET', '/me', { key })).status
  const appsOf = (id: string) => stores.sql`select from oauth_consents where account_id = ${id}`

  it('revokes all keys and disconnects all apps of the account if asked to, and no others', async () => {
    const [mine, child] = [await createKey(stores.sql, account), (await post('/api-keys', keyBody)).json.data]
    const elsewhere = await createAccount(stores.sql)
    const foreign = await createKey(stores.sql, elsewhere)
    await createConnectedApp(stores.sql, account)
    await createConnectedApp(stores.sql, elsewhere)
    expect((await change(one, { revoke_access: true })).status).toBe(200)
    expect([await opens(mine.key), await opens(child.key), await opens(foreign.key)]).toEqual([401, 401, 200])
    expect([(await appsOf(account.id)).length, (await appsOf(elsewhere.id)).length]).toEqual([0, 1])
  })

  it('keeps keys and apps otherwise', async () => {
    const { key } = await createKey(stores.sql, account)
    await createConnectedApp(stores.sql, account)
    expect((await change(one, { revoke_access: 'yes' })).status).toBe(400)
    expect((await change(one, { revoke_access: true, current_password: 'wrong' })).status).toBe(422)
    expect((await change(one)).status).toBe(200)
    expect([await opens(key), (await appsOf(account.id)).length]).toEqual([200, 1])
  })

  it('leaves no key that another session creates at the same time', async () => {
    const thief = await signedIn()
    const planted = await stores.sql.begin(async (tx) => {
      await tx`select from accounts where id = ${account.id} for no key update`
      const asked = post('/api-keys', keyBody, thief)
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBeGreaterThan(0))
      await tx`delete from sessions where account_id = ${account.id}`
      return { asked }
    })
    const { status, json } = await planted.asked
    expect([status, json.error?.code]).toEqual([401, 'UNAUTHORIZED'])
    expect(await isSignedIn(thief)).toBe(false)
  })
})
