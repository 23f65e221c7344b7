import { describe, expect, it } from 'vitest'
import { mostSessions } from '#model/accounts/sessions.ts'
import { resetPassword } from '#model/accounts/users.ts'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import type { Browser } from '../support/browser.ts'
import { type Answer, startApi } from '../support/http.ts'
import { account, api, csrfOf, email, isSignedIn, origin, signedIn, stores, useSessions } from '../support/sessions.ts'

useSessions()

const mintKey = async (cookie: string, headers: Record<string, string>) => {
  const { status, json } = await api.request('POST', '/api-keys', {
    body: { name: 'x', permissions: ['read'] },
    headers: { cookie, ...headers },
  })
  return [status, json.error?.code]
}
const countKeys = async () => (await stores.sql`select from api_keys where account_id = ${account.id}`).length

describe('a session', () => {
  it('authorizes the API with every permission, on the plan of its account', async () => {
    const one = await signedIn()
    const cookie = one.cookieHeader
    const me = await api.request('GET', '/me', { headers: { cookie } })
    expect(me.json.data).toMatchObject({ account: { id: account.id }, plan: { name: 'business' }, key: null })
    expect(me.headers.get('x-ratelimit-limit')).toBe('1200')
    const own = { origin, 'x-csrf-token': await csrfOf(one) }
    const created = await api.request('POST', '/api-keys', {
      body: { name: 'all', permissions: ['read', 'write', 'delete', 'analytics'] },
      headers: { cookie, ...own },
    })
    expect(created.status).toBe(201)
    const revoked = await api.request('DELETE', `/api-keys/${created.json.data.id}`, { headers: { cookie, ...own } })
    expect(revoked.status).toBe(200)
  })

  it('shares the rate limit of its account with other sessions', async () => {
    // Counting restarts in the next window; then the test asks again.
    await eventually(async () => {
      const answers: Answer[] = []
      for (const one of [await signedIn(), await signedIn()]) {
        answers.push(await api.request('GET', '/me', { headers: { cookie: one.cookieHeader } }))
      }
      const [first, second] = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
      expect(second).toBe(Number(first) - 1)
    })
  })

  it('is ignored if a key is sent', async () => {
    const cookie = (await signedIn()).cookieHeader
    const { key } = await createKey(stores.sql, account, ['write'])
    expect((await api.request('GET', '/me', { key, headers: { cookie } })).status).toBe(403)
    const minted = await api.request('POST', '/api-keys', {
      key,
      body: { name: 'x', permissions: ['write'] },
      headers: { cookie, origin: 'https://evil.example' },
    })
    expect(minted.status, 'a key needs no origin').toBe(201)
    expect((await api.request('GET', '/me?api_key=wm_no', { headers: { cookie } })).status).toBe(401)
  })

  it('changes nothing without its CSRF token or from another origin', async () => {
    const one = await signedIn()
    const token = await csrfOf(one)
    const foreignToken = await csrfOf(await signedIn())
    const keysBefore = await countKeys()
    const refused: Record<string, string>[] = [
      {},
      { origin },
      { 'x-csrf-token': token },
      { origin: 'https://evil.example', 'x-csrf-token': token },
      { origin: `${origin}.evil.example`, 'x-csrf-token': token },
      { origin: 'null', 'x-csrf-token': token },
      { 'sec-fetch-site': 'same-site', 'x-csrf-token': token },
      { 'sec-fetch-site': 'cross-site', 'x-csrf-token': token },
      { origin, 'x-csrf-token': '' },
      { origin, 'x-csrf-token': foreignToken },
      { origin, 'x-csrf-token': `${token}x` },
    ]
    for (const headers of refused) {
      expect(await mintKey(one.cookieHeader, headers), JSON.stringify(headers)).toEqual([403, 'FORBIDDEN'])
    }
    expect(await countKeys()).toBe(keysBefore)
    expect(await mintKey(one.cookieHeader, { origin, 'x-csrf-token': token })).toEqual([201, undefined])
    expect(await mintKey(one.cookieHeader, { 'sec-fetch-site': 'same-origin', 'x-csrf-token': token })).toEqual([
      201,
      undefined,
    ])
  })

  it('replays a response with a secret only to itself', async () => {
    const ask = async (one: Browser) =>
      await api.request('POST', '/api-keys', {
        body: { name: 'x', permissions: ['read'] },
        headers: { cookie: one.cookieHeader, origin, 'x-csrf-token': await csrfOf(one), 'idempotency-key': 'once' },
      })
    const one = await signedIn()
    const first = await ask(one)
    expect((await ask(one)).json.data.key).toBe(first.json.data.key)
    expect((await ask(await signedIn())).status).toBe(422)
  })

  it('ends after 30 days without use, and after 90 days in any case', async () => {
    const one = await signedIn()
    const daysLeft = async () => {
      const [row] = await stores.sql<{ days: number }[]>`
        select round(extract(epoch from expires_at - now()) / 86400)::int as days
        from sessions
        where account_id = ${account.id}`
      return row?.days
    }
    const age = (days: number) => stores.sql`
      update sessions
      set created_at = created_at - make_interval(days => ${days}),
          last_seen_at = last_seen_at - make_interval(days => ${days}),
          expires_at = expires_at - make_interval(days => ${days})
      where account_id = ${account.id}`
    expect(await daysLeft()).toBe(30)
    for (const [days, left] of [
      [29, 30],
      [29, 30],
      [29, 3],
    ] as const) {
      await age(days)
      expect(await isSignedIn(one)).toBe(true)
      expect(await daysLeft()).toBe(left)
    }
    await age(4)
    expect(await isSignedIn(one)).toBe(false)
    expect((await api.request('GET', '/me', { headers: { cookie: one.cookieHeader } })).json.error.code).toBe(
      'UNAUTHORIZED',
    )
  })

  it('ends everywhere when the password is reset on the command line', async () => {
    const one = await signedIn()
    expect(await resetPassword(stores.sql, email, 'no hash', { keepAccess: true })).not.toBeNull()
    expect(await isSignedIn(one)).toBe(false)
  })

  it('ends on sign-out, on every node', async () => {
    const one = await signedIn()
    const cookie = one.cookieHeader
    const other = await startApi(stores)
    const out = await one.post('/logout', { csrf_token: await csrfOf(one) })
    expect([out.status, out.location, one.cookies.has('waymark')]).toEqual([303, '/login', false])
    expect((await other.request('GET', '/me', { headers: { cookie } })).status).toBe(401)
    await other.close()
    expect((await one.post('/logout', {})).location).toBe('/login')
  })

  it('cannot be ended by another site', async () => {
    const one = await signedIn()
    expect((await one.post('/logout', {})).status).toBe(403)
    const csrf_token = await csrfOf(one)
    expect((await one.post('/logout', { csrf_token }, { origin: 'https://evil.example' })).status).toBe(403)
    expect(await isSignedIn(one)).toBe(true)
  })

  it('starts without waiting for the cleanup of ended ones', async () => {
    await signedIn()
    await stores.sql`
      insert into sessions (id, user_id, account_id, device, expires_at)
      select sha256(n::text::bytea), user_id, account_id, device, now() - interval '1 hour'
      from sessions, generate_series(1, 3) as n
      where account_id = ${account.id}`
    const left = () => stores.sql`select from sessions where account_id = ${account.id}`
    await stores.sql.begin(async (tx) => {
      await tx`select from sessions where expires_at < now() for update`
      await signedIn()
    })
    expect(await left()).toHaveLength(5)
    await signedIn()
    expect(await left()).toHaveLength(3)
  })

  it('is limited in number per user', async () => {
    await signedIn()
    await stores.sql`
      insert into sessions (id, user_id, account_id, device, created_at, expires_at)
      select sha256(n::text::bytea || user_id::text::bytea), user_id, account_id, device, now() - interval '1 hour', expires_at
      from sessions, generate_series(1, ${mostSessions + 20}) as n
      where account_id = ${account.id}`
    const one = await signedIn()
    expect(await isSignedIn(one)).toBe(true)
    expect(await stores.sql`select from sessions where account_id = ${account.id}`).toHaveLength(mostSessions)
  })
})
