import { describe, expect, it, onTestFinished } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createAuthenticator } from '../../factories/authenticators.ts'
import { addMember } from '../../factories/member.ts'
import { Browser } from '../support/browser.ts'
import {
  answered,
  api,
  authorizePath,
  browser,
  decide,
  password,
  redeem,
  redirectUri,
  register,
  s256,
  stores,
  useOAuth,
  user,
  verifier,
} from '../support/oauth.ts'

useOAuth({ RATE_LIMIT_FACTOR: '100' })

describe('authorize', () => {
  it('RFC 6749, 4.1.2.1: an unknown client or redirect URI shows a page, and never redirects', async () => {
    const client = await register()
    const pages = [
      await browser.get('/mcp/oauth/authorize'),
      await browser.get(authorizePath({ client_id: 'nobody' })),
      await browser.get(authorizePath({ client_id: '\u0000' })),
      await browser.get(authorizePath(client, { redirect_uri: undefined })),
      await browser.get(authorizePath(client, { redirect_uri: `${redirectUri}/more` })),
      await browser.get(authorizePath(client, { redirect_uri: `${redirectUri}?a=b` })),
      await browser.get(authorizePath(client, { redirect_uri: redirectUri.toUpperCase() })),
      await browser.get(`${authorizePath(client)}&client_id=${client.client_id}`),
      await browser.get(`${authorizePath(client)}&redirect_uri=${encodeURIComponent(redirectUri)}`),
    ]
    for (const { status, location, headers } of pages) {
      expect([status, location]).toEqual([400, null])
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it.each([
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'shorturl:read admin' }, 'invalid_scope'],
    [{ scope: 'qrcode:read' }, 'invalid_scope'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge: verifier, code_challenge_method: 'S512' }, 'invalid_request'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
    [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
  ])('RFC 6749, 4.1.2.1: %j redirects with error %s, state and iss', async (fields, error) => {
    const client = await register({ scope: 'shorturl:read shorturl:create' })
    const shown = answered(await browser.get(authorizePath(client, fields)))
    expect(shown).toEqual({ error, error_description: expect.any(String), state: 'xyz', iss: api.url })
  })

  it('RFC 9700, 4.11.2: before sign-in an error shows a page with the host of the app, and never redirects', async () => {
    const client = await register({ redirect_uris: ['https://evil.example/phish?a="b'] })
    const fields = { redirect_uri: 'https://evil.example/phish?a="b' }
    for (const path of [
      authorizePath(client, { ...fields, response_type: 'nope' }),
      authorizePath(client, { ...fields, scope: 'admin' }),
      authorizePath(client, { ...fields, response_type: 'nope' }).replace('/authorize', '/consent'),
    ]) {
      const shown = await new Browser(api, api.url).get(path)
      expect([shown.status, shown.location], path).toEqual([400, null])
      expect(shown.html).toContain('<strong>evil.example</strong>')
      const [, onward = ''] = /href="(https:[^"]*)"/.exec(shown.html) ?? []
      expect(onward.replaceAll('&amp;', '&').replaceAll('&quot;', '"')).toMatch(
        /^https:\/\/evil\.example\/phish\?a="b&error=\w+&error_description=.*&state=xyz&iss=/,
      )
      expect(answered(await browser.get(path)).error, 'after sign-in').toEqual(expect.any(String))
    }
  })

  it('RFC 6749, 3.1: a repeated parameter redirects with an error', async () => {
    const client = await register()
    expect(answered(await browser.get(`${authorizePath(client)}&scope=a&scope=b`)).error).toBe('invalid_request')
    const twice = answered(await browser.get(`${authorizePath(client)}&state=other`))
    expect([twice['error'], twice['state']]).toEqual(['invalid_request', undefined])
  })

  it('RFC 9700, 2.1.1: a client without a secret needs PKCE with S256', async () => {
    const open = await register({ token_endpoint_auth_method: 'none' })
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' }
    for (const fields of [{}, plain, { code_challenge: verifier }]) {
      expect(answered(await browser.get(authorizePath(open, fields))).error).toBe('invalid_request')
    }
    expect(answered(await decide(authorizePath(open, s256)))).toHaveProperty('code')
  })

  it('RFC 8252, 7.3: any port of a loopback redirect URI matches, but the rest must be identical', async () => {
    const loopback = 'http://127.0.0.1:1234/cb'
    const client = await register({ redirect_uris: [loopback, 'com.example.app:/cb', 'http://[::1]/cb'] })
    for (const uri of [
      'http://127.0.0.1:50999/cb',
      'http://127.0.0.1/cb',
      'com.example.app:/cb',
      'http://[::1]:7/cb',
    ]) {
      const shown = await decide(authorizePath(client, { redirect_uri: uri }))
      expect(shown.location?.startsWith(`${uri}?code=`), uri).toBe(true)
      const { code = '' } = answered(shown)
      expect((await redeem(client, code, { redirect_uri: loopback })).status).toBe(uri === loopback ? 200 : 400)
      expect((await redeem(client, code, { redirect_uri: uri })).status).toBe(200)
    }
    for (const uri of [
      'http://127.0.0.1:1/cb/',
      'http://127.0.0.1:1@evil.example/cb',
      'http://127.0.0.1:1.evil.example/cb',
      'http://localhost:1234/cb',
      'https://127.0.0.1:1234/cb',
      'http://127.0.0.1:1/cb?x',
    ]) {
      expect((await browser.get(authorizePath(client, { redirect_uri: uri }))).status, uri).toBe(400)
    }
  })

  it('accepts scopes separated by spaces or plus signs, and defaults to all registered ones', async () => {
    const client = await register({ scope: 'shorturl:read+analytics:read' })
    for (const scope of [
      'shorturl:read%20analytics:read',
      'shorturl:read+analytics:read',
      'shorturl:read%2Banalytics:read',
      '',
    ]) {
      const shown = await decide(`${authorizePath(client)}&scope=${scope}`)
      expect((await redeem(client, answered(shown).code ?? '')).json.scope).toBe('shorturl:read analytics:read')
    }
  })

  it('keeps the query of a redirect URI', async () => {
    const uri = 'https://app.example/cb?tenant=a%20b'
    const client = await register({ redirect_uris: [uri] })
    const { location } = await decide(authorizePath(client, { redirect_uri: uri, state: 'ü&=' }))
    expect(location?.startsWith(`${uri}&code=`)).toBe(true)
    expect(new URL(location ?? '').searchParams.get('state')).toBe('ü&=')
  })

  it('redirects through sign-in and back, and allows the redirect in the form-action policy', async () => {
    const client = await register()
    const fresh = new Browser(api, api.url)
    const first = await fresh.get(authorizePath(client, { state: 'a?b' }))
    expect(first.location).toMatch(/^\/login\?next=/)
    const login = await fresh.get(first.location ?? '')
    expect(login.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example;")
    const next = login.html.match(/name="next" value="([^"]*)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const signed = await fresh.post('/login', { ...login.hidden, next, email: user.email, password })
    expect(signed.location).toMatch(/^\/mcp\/oauth\/authorize\?/)
    expect(answered(await decide(signed.location ?? '', 'allow', fresh))).toMatchObject({ state: 'a?b' })
  })

  it('RFC 8252, 8.6: asks every time for a client that any app on the device can impersonate', async () => {
    const client = await register({ token_endpoint_auth_method: 'none', redirect_uris: ['http://localhost/cb'] })
    const path = authorizePath(client, { ...s256, redirect_uri: 'http://localhost:99/cb' })
    expect(answered(await decide(path))).toHaveProperty('code')
    expect((await browser.get(path)).location).toMatch(/consent\?/)
  })
})

describe('consent', () => {
  it('shows a hostile name as text, cannot be cached or framed, and lets the form redirect to the app', async () => {
    const client = await register({ client_name: '<script>alert(1)</script>"><b>x' })
    const asked = await browser.get(authorizePath(client))
    const { html, headers } = await browser.get(asked.location ?? '')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;b&gt;x')
    expect(html).not.toContain('<script')
    expect(html).toContain('<strong>app.example</strong>')
    expect(html).toContain('View your links')
    expect(headers.get('cache-control')).toBe('no-store')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("form-action 'self' https://app.example;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(html.match(/<button class="quiet" name="decision" value="(allow|deny)">/g)).toHaveLength(2)
  })

  it.each([
    ['https://a;sandbox/cb', 'https:'],
    ['https://a,b.example/cb', 'https:'],
    ['http://[::1]:7/cb', 'http:'],
    ['http://127.0.0.1:7/cb', 'http://127.0.0.1:7'],
    ['com.example.app:/cb', 'com.example.app:'],
  ])('lets the form redirect to %s, and adds nothing else to the policy', async (uri, source) => {
    const client = await register({ redirect_uris: [uri] })
    const asked = await browser.get(authorizePath(client, { redirect_uri: uri }))
    const { headers } = await browser.get(asked.location ?? '')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain(`; form-action 'self' ${source};`)
    expect(policy?.split(/[;,]/).map((directive) => directive.trim().split(' ')[0])).not.toContain('sandbox')
  })

  it('asks for the password if it was not entered for 10 minutes, and only to allow', async () => {
    const client = await register()
    const { location } = await browser.get(authorizePath(client))
    await stores.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
    const { hidden, html } = await browser.get(location ?? '')
    expect(html).toContain('type="password"')
    const send = (fields: Record<string, string>) => browser.post('/mcp/oauth/consent', { ...hidden, ...fields })
    for (const [fields, error] of [
      [{}, 'Enter your password.'],
      [{ password: 'wrong' }, 'Wrong password.'],
    ] as const) {
      const refused = await send({ decision: 'allow', ...fields })
      expect([refused.status, refused.html.includes(error), refused.hidden]).toEqual([422, true, hidden])
      expect(refused.headers.get('content-security-policy')).toContain('https://app.example')
    }
    expect(await stores.sql`select from oauth_consents where client_id = ${client.client_id}`).toEqual([])
    expect((await send({ decision: 'deny' })).location).toContain('error=access_denied')
    expect((await send({ decision: 'allow', password })).location).toContain('code=')
    expect((await browser.get(location ?? '')).html).not.toContain('type="password"')
  })

  it('takes a code of the authenticator app instead of the password, once', async () => {
    const client = await register()
    const code = await createAuthenticator(stores, user.id)
    const { location } = await browser.get(authorizePath(client))
    await stores.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
    const { hidden, html } = await browser.get(location ?? '')
    expect(html).toContain('or a code from your authenticator app')
    const send = (password: string) =>
      browser.post('/mcp/oauth/consent', { ...hidden, decision: 'allow', password, credential: '' })
    expect((await send('000000')).html).toContain('Wrong code')
    expect((await browser.post('/mcp/oauth/consent', { ...hidden, decision: 'allow', credential: '{}' })).status).toBe(
      422,
    )
    expect((await send(code)).location).toContain('code=')
    await stores.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
    expect((await send(code)).html).toContain('it was already used')
    await stores.sql`delete from authenticators`
    await stores.sql`update sessions set confirmed_at = now()`
  })

  it('is given for no other account than the one that the page names', async () => {
    const client = await register()
    const other = await createAccount(stores.sql)
    await addMember(stores.sql, other, user.id, 'owner')
    const { location } = await browser.get(authorizePath(client))
    const { hidden } = await browser.get(location ?? '')
    const openAccount = (id: string) => stores.sql`update sessions set account_id = ${id} where user_id = ${user.id}`
    onTestFinished(async () => void (await openAccount(hidden['account'] ?? '')))
    // In another tab.
    await openAccount(other.id)
    const asked = await browser.post('/mcp/oauth/consent', { ...hidden, decision: 'allow' })
    expect([asked.status, asked.hidden['account']]).toEqual([422, other.id])
    expect(asked.html).toContain('You opened another account in another tab.')
    expect(await stores.sql`select from oauth_consents where client_id = ${client.client_id}`).toEqual([])
    const allowed = await browser.post('/mcp/oauth/consent', { ...asked.hidden, decision: 'allow' })
    expect(allowed.location).toContain('code=')
    const consents = await stores.sql`select account_id from oauth_consents where client_id = ${client.client_id}`
    expect(consents).toEqual([{ account_id: other.id }])
  })

  it('is rejected unless it was sent from the page that this session was shown', async () => {
    const client = await register()
    const { location } = await browser.get(authorizePath(client))
    const { hidden } = await browser.get(location ?? '')
    const form = { ...hidden, decision: 'allow' }
    expect((await browser.post('/mcp/oauth/consent', { ...form, csrf_token: 'x' })).status).toBe(403)
    expect((await browser.post('/mcp/oauth/consent', form, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await browser.post('/mcp/oauth/consent', { ...form, decision: 'x' })).status).toBe(400)
    const stranger = await new Browser(api, api.url).post('/mcp/oauth/consent', form)
    expect(stranger.location).toMatch(/^\/mcp\/oauth\/authorize\?/)
    const odd = { ...form, request: Buffer.from('state=a\r\nb').toString('base64url') }
    const led = await new Browser(api, api.url).post('/mcp/oauth/consent', odd)
    expect([led.status, led.location]).toEqual([303, '/mcp/oauth/authorize?state=a%0D%0Ab'])
  })
})
