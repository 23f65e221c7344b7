import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Browser } from '../support/browser.ts'
import { startApi } from '../support/http.ts'
import { api, browser, email, isSignedIn, password, signedIn, stores, useSessions } from '../support/sessions.ts'

useSessions()

describe('every page', () => {
  it('loads only the font of the dashboard and, for sign-in, the script of passkeys, and cannot be framed or cached', async () => {
    const pages = [await browser.get('/login'), await browser.get('/setup'), await browser.post('/login', {})]
    expect(pages.map(({ status }) => status)).toEqual([200, 404, 403])
    for (const [index, { headers, html }] of pages.entries()) {
      const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      const isLogin = index === 0
      const script = isLogin ? "; script-src 'self'; connect-src 'self'" : ''
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'self' 'sha256-${hash}'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'${script}`,
      )
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual(
        isLogin ? ['<script src="/app/passkey.js" defer>'] : [],
      )
      expect(html).not.toMatch(/style=| on[a-z]+=|https?:\/\//)
      expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url)).toContain('app/fonts.css')
    }
    expect((await (await signedIn()).get('/login')).headers.get('cache-control')).toBe('no-store')
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
    expect([done.status, done.location]).toEqual([303, '/app/app'])
    expect(await isSignedIn(one)).toBe(true)
    for (const line of one.setCookies) expect(line).toMatch(/^__Host-waymark(-form)?=.*; Path=\/; .*; Secure$/)
    one.cookies.set('waymark', one.cookies.get('__Host-waymark') ?? '')
    one.cookies.delete('__Host-waymark')
    expect(await isSignedIn(one), 'a cookie without the prefix may be forged').toBe(false)
    await secure.close()
  })

  it('rejects a body that is not a form, and one that is too large', async () => {
    const json = await fetch(`${api.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(415)
    expect(json.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect((await browser.post('/login', { email: 'x'.repeat(40_000) })).status).toBe(413)
  })
})
