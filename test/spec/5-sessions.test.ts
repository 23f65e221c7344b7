import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resetPassword } from '../../api/accounts/users.sql.ts'
import { mostSessions } from '../../api/auth/sessions.sql.ts'
import { createAccount, type TestAccount } from '../factories/account.ts'
import { createKey } from '../factories/key.ts'
import { createUser } from '../factories/user.ts'
import { eventually } from '../stack/eventually.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'
import { Browser, type Shown } from './browser.fixture.ts'
import { type Answer, startApi, type TestApi } from './http.ts'

const origin = 'http://localhost:3000'
const password = 'correct horse battery'

let stores: TestStores
let api: TestApi
let account: TestAccount
let email: string
let browser: Browser
beforeAll(async () => {
  stores = await openTestStores()
  api = await startApi(stores)
})
afterAll(async () => {
  await api.close()
  await stores.close()
})
beforeEach(async () => {
  account = await createAccount(stores.sql)
  email = (await createUser(stores.sql, account, password)).email
  browser = new Browser(api)
})

const signedIn = async (ua = '') => {
  const other = new Browser(api)
  const page = await other.get('/login')
  const fields = { ...page.hidden, email, password }
  const { status } = await other.post('/login', fields, { headers: { 'user-agent': ua } })
  expect(status).toBe(303)
  return other
}
const isSignedIn = async (one: Browser) => (await one.get('/account')).status === 200
const csrfOf = async (one: Browser) => (await one.get('/account')).hidden['csrf_token'] ?? ''
const mintKey = async (cookie: string, headers: Record<string, string>) => {
  const { status, json } = await api.request('POST', '/api-keys', {
    body: { name: 'x', permissions: ['read'] },
    headers: { cookie, ...headers },
  })
  return [status, json.error?.code]
}
const countKeys = async () => (await stores.sql`select from api_keys where account_id = ${account.id}`).length

describe('sign-in', () => {
  it('leads to the account, or to where it was asked for', async () => {
    const asked = await browser.get('/account')
    expect([asked.status, asked.location]).toEqual([303, '/login?next=%2Faccount'])
    const done = await browser.login(email.toUpperCase(), password)
    expect([done.status, done.location]).toEqual([303, '/account'])
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.get('/login?next=/docs')).location).toBe('/docs')
    const again = new Browser(api)
    const { hidden } = await again.get('/login?next=/docs')
    expect((await again.post('/login', { ...hidden, email, password })).location).toBe('/docs')
    expect((await again.get('/')).location).toBe('/account')
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/.//evil.example', '/\t/evil.example'])(
    'does not lead to %s',
    async (next) => {
      const { hidden } = await browser.get(`/login?next=${encodeURIComponent(next)}`)
      expect(hidden['next']).toBe('/account')
      const done = await browser.post('/login', { ...hidden, next, email, password })
      expect([done.status, done.location]).toEqual([303, '/account'])
    },
  )

  it('says the same of a wrong password, an unknown address and no address', async () => {
    const answers: Shown[] = []
    for (const [name, secret] of [
      [email, 'wrong password'],
      ['nobody@example.com', password],
      ['\u0000', password],
      ['', ''],
    ] as const) {
      answers.push(await new Browser(api).login(name, secret))
    }
    const cleaned = answers.map(({ status, html }) => [status, html.replace(/value="[^"]*"/g, '')])
    expect(cleaned[0]).toEqual([401, expect.stringContaining('E-mail or password is wrong.')])
    for (const other of cleaned) expect(other).toEqual(cleaned[0])
  })

  it('shows what was typed as text', async () => {
    const refused = await browser.login('"><script>alert(1)</script>', password)
    expect(refused.html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(refused.html).not.toContain('<script')
  })

  it('opens a session that was not there before, whatever the browser brought along', async () => {
    browser.cookies.set('waymark', 'planted')
    await browser.login(email, password)
    const first = browser.cookies.get('waymark') ?? ''
    expect(first).toMatch(/^[\w-]{43}$/)
    const guard = new Browser(api)
    const { hidden } = await guard.get('/login')
    browser.cookies.set('waymark-form', guard.cookies.get('waymark-form') ?? '')
    await browser.post('/login', { ...hidden, email, password })
    expect(browser.cookies.get('waymark')).not.toBe(first)
    expect(await isSignedIn(browser)).toBe(true)
    browser.cookies.set('waymark', first)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('keeps of the session only what cannot open it', async () => {
    await browser.login(email, password)
    const token = browser.cookies.get('waymark') ?? ''
    const rows = await stores.sql<{ id: Buffer; stored: string }[]>`select id, sessions::text as stored from sessions`
    expect(rows.map(({ id }) => id.toString('hex'))).toContain(createHash('sha256').update(token).digest('hex'))
    for (const { stored } of rows) expect(stored).not.toContain(token)
  })

  it('is refused when the form was not given to this browser', async () => {
    const { hidden } = await new Browser(api).get('/login')
    await browser.get('/login')
    for (const fields of [hidden, {}]) {
      const refused = await browser.post('/login', { ...fields, email, password })
      expect(refused.status).toBe(403)
    }
    expect((await browser.login(email, password, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await browser.login(email, password, { origin: 'null' })).status).toBe(403)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('works where a browser says only that the form is its own, and where nothing is said', async () => {
    const own = await browser.login(email, password, {
      origin: 'http://other',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(own.status).toBe(303)
    expect((await new Browser(api).login(email, password, { origin: null })).status).toBe(303)
  })
})

describe('a session', () => {
  it('authorises the API with every permission, under the plan of its account', async () => {
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

  it('shares the limit of its account with the others', async () => {
    // In the next window counting begins anew: then it is asked again.
    await eventually(async () => {
      const answers: Answer[] = []
      for (const one of [await signedIn(), await signedIn()]) {
        answers.push(await api.request('GET', '/me', { headers: { cookie: one.cookieHeader } }))
      }
      const [first, second] = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
      expect(second).toBe(Number(first) - 1)
    })
  })

  it('counts for nothing beside a key', async () => {
    const cookie = (await signedIn()).cookieHeader
    const { key } = await createKey(stores.sql, account, ['write'])
    expect((await api.request('GET', '/me', { key, headers: { cookie } })).status).toBe(403)
    const minted = await api.request('POST', '/api-keys', {
      key,
      body: { name: 'x', permissions: ['write'] },
      headers: { cookie, origin: 'https://evil.example' },
    })
    expect(minted.status, 'a key is never asked for an origin').toBe(201)
    expect((await api.request('GET', '/me?api_key=wm_no', { headers: { cookie } })).status).toBe(401)
  })

  it('changes nothing without its CSRF token and from its own origin', async () => {
    const one = await signedIn()
    const token = await csrfOf(one)
    const foreignToken = await csrfOf(await signedIn())
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
    expect(await countKeys()).toBe(0)
    expect(await mintKey(one.cookieHeader, { origin, 'x-csrf-token': token })).toEqual([201, undefined])
    expect(await mintKey(one.cookieHeader, { 'sec-fetch-site': 'same-origin', 'x-csrf-token': token })).toEqual([
      201,
      undefined,
    ])
  })

  it('repeats a reply that carries a secret for itself alone', async () => {
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

  it('ends unused after 30 days, and after 90 however much it is used', async () => {
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

  it('ends with sign-out, on every node', async () => {
    const one = await signedIn()
    const cookie = one.cookieHeader
    const other = await startApi(stores)
    const out = await one.post('/logout', { csrf_token: await csrfOf(one) })
    expect([out.status, out.location, one.cookies.has('waymark')]).toEqual([303, '/login', false])
    expect((await other.request('GET', '/me', { headers: { cookie } })).status).toBe(401)
    await other.close()
    expect((await one.post('/logout', {})).location).toBe('/login')
  })

  it('is not ended by another site', async () => {
    const one = await signedIn()
    expect((await one.post('/logout', {})).status).toBe(403)
    const csrf_token = await csrfOf(one)
    expect((await one.post('/logout', { csrf_token }, { origin: 'https://evil.example' })).status).toBe(403)
    expect(await isSignedIn(one)).toBe(true)
  })

  it('is opened without waiting for whoever removes ended ones', async () => {
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

  it('is one of a limited number', async () => {
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

describe('the account page', () => {
  const change = async (one: Browser, current: string, wanted: string) =>
    await one.post('/account', {
      csrf_token: await csrfOf(one),
      action: 'change-password',
      current_password: current,
      new_password: wanted,
    })

  it('shows the browsers that are signed in, and signs the others out', async () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const one = await signedIn(firefox)
    const other = await signedIn('<script>alert(1)</script>')
    const { html } = await one.get('/account')
    expect(html).toContain('Firefox on Linux <strong>(this browser)</strong>')
    expect(html).toContain('Unknown browser')
    expect(html).not.toContain('<script')
    const ended = await one.post('/account', { csrf_token: await csrfOf(one), action: 'sign-out-others' })
    expect([ended.status, ended.location]).toEqual([303, '/account?done=sessions'])
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false])
  })

  it('changes the password, which ends every session but this one, and renews this one', async () => {
    const one = await signedIn()
    const stolen = new Browser(api)
    stolen.cookies.set('waymark', one.cookies.get('waymark') ?? '')
    const others = [await signedIn(), await signedIn(), stolen]
    const done = await change(one, password, 'another long password')
    expect([done.status, done.location]).toEqual([303, '/account?done=password'])
    expect(await isSignedIn(one)).toBe(true)
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect((await browser.login(email, password)).status).toBe(401)
    expect((await browser.login(email, 'another long password')).status).toBe(303)
  })

  it('demands the current password and a long new one, and is limited like sign-in', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const short = await change(one, password, 'short')
    expect([short.status, short.html.includes('must have at least 10 characters')]).toEqual([422, true])
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1) statuses.push((await change(one, 'wrong', 'another long password')).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    expect(await isSignedIn(other)).toBe(true)
  })

  it('changes nothing for another site', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const csrf_token = await csrfOf(one)
    const fields = { action: 'change-password', current_password: password, new_password: 'another long password' }
    const forged = [
      await one.post('/account', fields),
      await one.post('/account', { ...fields, csrf_token }, { origin: 'https://evil.example' }),
      await one.post('/account', { action: 'sign-out-others', csrf_token: 'x' }),
    ]
    expect(forged.map(({ status }) => status)).toEqual([403, 403, 403])
    expect([await isSignedIn(other), (await browser.login(email, password)).status]).toEqual([true, 303])
  })

  it('a reset on the command line signs the user out everywhere', async () => {
    const one = await signedIn()
    expect(await resetPassword(stores.sql, email, 'no hash')).toBe(true)
    expect(await isSignedIn(one)).toBe(false)
  })
})

describe('the calls of the web pages', () => {
  const call = async (method: string, path: string, headers: Record<string, string>) => {
    const response = await fetch(`${api.url}/api/app${path}`, { method, headers })
    return { status: response.status, json: (await response.json()) as Answer['json'] }
  }

  it('tell who is signed in, and where, and sign the others out', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const cookie = one.cookieHeader
    const shown = await call('GET', '/session', { cookie })
    expect(shown.json.data).toEqual({
      user: { id: expect.any(String), email },
      account: { id: account.id, name: 'Test account' },
      plan: 'business',
      csrf_token: await csrfOf(one),
    })
    const listed = await call('GET', '/sessions', { cookie })
    expect(listed.json.data).toEqual([
      expect.objectContaining({ is_current: true }),
      expect.objectContaining({ is_current: false, device: 'Unknown browser' }),
    ])
    expect((await call('DELETE', '/sessions', { cookie, origin })).status).toBe(403)
    expect(await isSignedIn(other)).toBe(true)
    const ended = await call('DELETE', '/sessions', { cookie, origin, 'x-csrf-token': shown.json.data.csrf_token })
    expect(ended.json.data).toEqual({ message: 'Signed out in 1 other browser' })
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false])
  })

  it('are not for API keys', async () => {
    const { key } = await createKey(stores.sql, account)
    for (const [method, path] of [
      ['GET', '/session'],
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
    ] as const) {
      expect((await call(method, path, { authorization: `Bearer ${key}` })).status).toBe(403)
      expect((await call(method, path, {})).status).toBe(401)
    }
  })
})

describe('every page', () => {
  it('may load nothing, be framed by nobody and be kept by nobody', async () => {
    const one = await signedIn()
    const pages = [
      await browser.get('/login'),
      await one.get('/account'),
      await browser.get('/setup'),
      await browser.post('/login', {}),
    ]
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 404, 403])
    for (const { headers, html } of pages) {
      const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(html).not.toMatch(/<script|style=| on[a-z]+=|https?:\/\//)
    }
    expect((await one.get('/login')).headers.get('cache-control')).toBe('no-store')
  })

  it('sets cookies that scripts and other sites cannot use', async () => {
    const one = await signedIn()
    expect(one.setCookies).toHaveLength(3)
    for (const line of one.setCookies) {
      expect(line).toMatch(/^waymark(-form)?=[\w-]*; Path=\/; HttpOnly; SameSite=Lax(; Max-Age=\d+)?$/)
    }
  })

  it('sets cookies with the __Host- prefix over https', async () => {
    const secure = await startApi({ ...stores, config: { ...stores.config, BASE_URL: 'https://way.example/app' } })
    const one = new Browser(secure, 'https://way.example')
    const done = await one.login(email, password)
    expect([done.status, done.location]).toEqual([303, '/app/account'])
    expect(await isSignedIn(one)).toBe(true)
    for (const line of one.setCookies) expect(line).toMatch(/^__Host-waymark(-form)?=.*; Path=\/; .*; Secure$/)
    one.cookies.set('waymark', one.cookies.get('__Host-waymark') ?? '')
    one.cookies.delete('__Host-waymark')
    expect(await isSignedIn(one), 'the cookie without the prefix may be from anybody').toBe(false)
    await secure.close()
  })

  it('refuses a body that is no form, and one that is too large', async () => {
    const json = await fetch(`${api.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(400)
    expect(json.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect((await browser.post('/login', { email: 'x'.repeat(40_000) })).status).toBe(413)
  })
})
