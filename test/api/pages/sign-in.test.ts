import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Browser, type Shown } from '../support/browser.ts'
import { api, browser, email, isSignedIn, password, stores, useSessions } from '../support/sessions.ts'

useSessions()

describe('sign-in', () => {
  it('redirects to the dashboard, or to the requested page', async () => {
    const asked = await browser.get('/app/settings')
    expect([asked.status, asked.location]).toEqual([303, '/login?next=%2Fapp%2Fsettings'])
    const done = await browser.login(email.toUpperCase(), password)
    expect([done.status, done.location]).toEqual([303, '/app'])
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.get('/login?next=/docs')).location).toBe('/docs')
    const again = new Browser(api)
    const { hidden } = await again.get('/login?next=/docs')
    expect((await again.post('/login', { ...hidden, email, password })).location).toBe('/docs')
    expect((await again.get('/')).location).toBe('/app')
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/.//evil.example', '/\t/evil.example'])(
    'does not redirect to %s',
    async (next) => {
      const { hidden } = await browser.get(`/login?next=${encodeURIComponent(next)}`)
      expect(hidden['next']).toBe('/app')
      const done = await browser.post('/login', { ...hidden, next, email, password })
      expect([done.status, done.location]).toEqual([303, '/app'])
    },
  )

  it('shows the same error for a wrong password, an unknown email and an invalid email', async () => {
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
    expect(cleaned[0]).toEqual([401, expect.stringContaining('Wrong email or password.')])
    for (const other of cleaned) expect(other).toEqual(cleaned[0])
  })

  it('escapes what was typed', async () => {
    const refused = await browser.login('"><script>alert(1)</script>', password)
    expect(refused.html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(refused.html).not.toContain('<script>')
  })

  it('starts a new session, whatever cookies the browser sends', async () => {
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

  it('stores only the hash of a session token', async () => {
    await browser.login(email, password)
    const token = browser.cookies.get('waymark') ?? ''
    const rows = await stores.sql<{ id: Buffer; stored: string }[]>`select id, sessions::text as stored from sessions`
    expect(rows.map(({ id }) => id.toString('hex'))).toContain(createHash('sha256').update(token).digest('hex'))
    for (const { stored } of rows) expect(stored).not.toContain(token)
  })

  it('is rejected if the form was served to another browser', async () => {
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

  it('works if the browser sends only Sec-Fetch-Site, or no origin', async () => {
    const own = await browser.login(email, password, {
      origin: 'http://other',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(own.status).toBe(303)
    expect((await new Browser(api).login(email, password, { origin: null })).status).toBe(303)
  })
})
