import { beforeAll, describe, expect, it } from 'vitest'
import { buildDashboard } from '../../../tools/build-dashboard.ts'
import { Browser } from '../support/browser.ts'
import { startApi } from '../support/http.ts'
import { api, browser, signedIn, stores, useSessions } from '../support/sessions.ts'

/** Builds the dashboard before the API of this file reads it. */
beforeAll(() => buildDashboard(() => undefined))
useSessions()

const shellOf = async (one: Browser, path = '/app') => (await one.get(path)).html
const scriptOf = (html: string) => /src="\.\/(assets\/[\w-]+\.js)"/.exec(html)?.[1] ?? ''

describe('the app under /app', () => {
  it('redirects to sign-in, and back to the requested page', async () => {
    for (const path of ['/app', '/app/', '/app/links?q=a%26b']) {
      const asked = await browser.get(path)
      expect([asked.status, asked.location]).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
    }
    expect((await browser.get('/')).location).toBe('/app')
  })

  it('serves the same uncached page for every URL', async () => {
    const one = await signedIn()
    for (const path of ['/app', '/app/links', '/app/links/abc?period=7d', '/app/nothing/here']) {
      const { status, headers, html } = await one.get(path)
      expect(status, path).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(html).toContain('<base href="/app/">')
    }
  })

  it('allows only its own files, and styles with the nonce of this response', async () => {
    const one = await signedIn()
    const policies = [await one.get('/app'), await one.get('/app')].map(({ headers, html }) => {
      const policy = headers.get('content-security-policy') ?? ''
      const nonce = /name="style-nonce" content="([^"]+)"/.exec(html)?.[1]
      expect(policy).toMatch(/^default-src 'self'; style-src 'self' 'nonce-/)
      expect(policy).toContain(`'nonce-${nonce}'`)
      expect(policy).not.toContain('unsafe')
      expect(html).not.toMatch(/https?:\/\/|<script>|style=/)
      return policy
    })
    expect(policies[0]).not.toBe(policies[1])
  })

  it('serves its files compressed, and those with a content hash as immutable', async () => {
    const script = scriptOf(await shellOf(await signedIn()))
    const fetched = async (encodings: string) =>
      await fetch(`${api.url}/app/${script}`, { headers: { 'accept-encoding': encodings } })
    for (const [asked, given] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const { status, headers, body } = await fetched(asked)
      await body?.cancel()
      expect([status, headers.get('content-encoding')]).toEqual([200, given])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(headers.get('vary')).toBe('accept-encoding')
    }
    const [plain, packed] = [await fetched('identity'), await fetched('br')]
    expect(await packed.text()).toBe(await plain.text())
  })

  it('revalidates files with a fixed name', async () => {
    const theme = await fetch(`${api.url}/app/theme.js`)
    expect([theme.status, theme.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(await theme.text()).toContain('dataset.theme')
    expect(await shellOf(await signedIn())).toContain('src="./theme.js"')
    const tag = theme.headers.get('etag') ?? ''
    const again = await fetch(`${api.url}/app/theme.js`, { headers: { 'if-none-match': tag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('returns 404 for missing files, and serves no files outside of it', async () => {
    const one = await signedIn()
    expect((await one.get('/app/assets/index-gone.js')).status).toBe(404)
    for (const path of ['/app/manifest.json', '/app/..%2f..%2fpackage.json', '/app/licenses.md']) {
      expect(await shellOf(one, path), path).toContain('<base href')
    }
  })

  it('also works below a path', async () => {
    const below = await startApi({ ...stores, config: { ...stores.config, BASE_URL: 'http://localhost:3000/way' } })
    const one = new Browser(below)
    for (const [name, value] of (await signedIn()).cookies) one.cookies.set(name, value)
    expect(await shellOf(one)).toContain('<base href="/way/app/">')
    await below.close()
  })
})
