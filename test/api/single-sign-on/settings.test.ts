import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { Browser } from '../support/browser.ts'
import { startApi } from '../support/http.ts'
import { signInAs } from '../support/members.ts'
import { call } from '../support/sessions.ts'
import { stores } from '../support/use-api.ts'
import {
  account,
  begin,
  domain,
  newBrowser,
  owner,
  provider,
  sessionIn,
  settingsOf,
  signInAt,
  someone,
  useSignOn,
  verifiedDomain,
} from './sign-on.fixture.ts'

useSignOn()

const put = (change: object, by = owner) => by.call('PUT', '/single-sign-on', settingsOf(change))
const read = async () => (await owner.call('GET', '/single-sign-on')).json.data

it('returns what was set, with the URLs that the provider and the members need', async () => {
  await put({ domains: [domain.toUpperCase(), domain], role: 'viewer' })
  expect(await read()).toEqual({
    settings: { issuer: provider.issuer, client_id: 'waymark', domains: [domain], role: 'viewer', is_required: false },
    redirect_uri: 'http://localhost:3000/login/sso/callback',
    sign_in_url: `http://localhost:3000/login/sso/${account.id}`,
  })
})

describe('refuses', () => {
  it.each<[string, object, string]>([
    ['an issuer that is no URL', { issuer: 'accounts.example.com' }, 'issuer'],
    ['an issuer with a query', { issuer: 'https://example.com/?a=b' }, 'issuer'],
    ['an issuer with a password', { issuer: 'https://a:b@example.com' }, 'issuer'],
    ['an issuer with NUL', { issuer: 'https://example.com/a\u0000b' }, 'issuer'],
    ['an issuer that is no Unicode', { issuer: 'https://example.com/\ud800' }, 'issuer'],
    ['an issuer of another kind', { issuer: 'file:///etc/passwd' }, 'issuer'],
    ['no client ID', { client_id: '' }, 'client_id'],
    ['a client secret with NUL', { client_secret: 'a\u0000b' }, 'client_secret'],
    ['a domain that is none', { domains: ['not a domain'] }, 'domains'],
    ['a domain that the account does not have', { domains: ['example.org'] }, 'domains'],
    ['too many domains', { domains: Array.from({ length: 21 }, (_, at) => `d${at}.example`) }, 'domains'],
    ['the role of an admin', { role: 'admin' }, 'role'],
    ['the role of an owner', { role: 'owner' }, 'role'],
  ])('%s, and changes nothing', async (_, change, field) => {
    const before = await read()
    const { status, json } = await put(change)
    expect([status, json.error.details.errors[0].field]).toEqual([422, expect.stringMatching(`^${field}`)])
    expect(await read()).toEqual(before)
  })

  it('unknown and missing members', async () => {
    expect((await put({ is_enabled: true })).status).toBe(400)
    expect((await owner.call('PUT', '/single-sign-on', { issuer: provider.issuer })).status).toBe(400)
  })

  it('the domain of another account, and one that is not verified', async () => {
    const foreign = await verifiedDomain(await createAccount(stores.sql))
    expect((await put({ domains: [foreign] })).status).toBe(422)
    await stores.sql`update domains set status = 'pending' where host = ${domain}`
    expect((await put({ domains: [domain] })).status).toBe(422)
  })

  it('a domain that is being deleted, and changes nothing', async () => {
    const host = await verifiedDomain(account)
    const before = await read()
    const { saving } = await stores.sql.begin(async (tx) => {
      await tx`delete from domains where host = ${host}`
      const saving = put({ domains: [domain, host], role: 'viewer' })
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      return { saving }
    })
    const { status, json } = await saving
    expect([status, json.error.details.errors[0].field]).toEqual([422, 'domains'])
    expect(await read()).toEqual(before)
  })

  it('a request without the password of the last minutes', async () => {
    await stores.sql`update sessions set confirmed_at = now() - interval '1 hour'`
    expect((await put({})).json.error.details).toBe('password_confirmation_required')
    expect((await owner.call('DELETE', '/single-sign-on')).status).toBe(403)
  })

  it('an admin who would lock themselves out, but not one who has signed in with single sign-on', async () => {
    const admin = await signInAs('admin', account)
    expect((await put({ is_required: true }, admin)).status).toBe(409)
    const browser = newBrowser()
    await signInAt(browser, someone('example.com', { email: admin.email }))
    const answer = await call(browser, 'PUT', '/single-sign-on', settingsOf({ is_required: true }))
    expect(answer.status).toBe(200)
    expect(await sessionIn(browser)).toBeDefined()
    expect((await admin.call('GET', '/session')).status).toBe(401)
  })
})

it('keeps the accounts apart', async () => {
  const other = await signInAs('owner', await createAccount(stores.sql))
  expect((await other.call('GET', '/single-sign-on')).json.data.settings).toBe(null)
  expect((await other.call('DELETE', '/single-sign-on')).status).toBe(404)
  expect((await other.call('POST', '/identities')).status).toBe(404)
  expect((await read()).settings).not.toBe(null)
})

it('ends up with one of two settings that are saved at once', async () => {
  const both = await Promise.all([put({ domains: [domain], role: 'viewer' }), put({ domains: [], role: 'editor' })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect([
    { domains: [domain], role: 'viewer' },
    { domains: [], role: 'editor' },
  ]).toContainEqual((({ domains, role }) => ({ domains, role }))((await read()).settings))
})

describe('trying the connection', () => {
  const attempt = async (issuer: string) => (await owner.call('POST', '/single-sign-on/try', { issuer })).json.data

  it('succeeds with a provider', async () => {
    expect(await attempt(provider.issuer)).toEqual({
      is_ok: true,
      problem: null,
      authorization_endpoint: `${provider.issuer}/auth`,
    })
  })

  it('says what is wrong', async () => {
    const bodies: Record<string, string> = {
      '/other/.well-known/openid-configuration': JSON.stringify({ issuer: provider.issuer }),
      '/script/.well-known/openid-configuration': JSON.stringify({ authorization_endpoint: 'javascript:alert(1)' }),
      '/html/.well-known/openid-configuration': '<html>',
      '/large/.well-known/openid-configuration': JSON.stringify({ issuer: 'x'.repeat(400_000) }),
    }
    const server = createServer(({ url = '', headers }, answer) => {
      const issuer = `http://${headers.host}${url.replace(/\/\.well-known.*/, '')}`
      const body = bodies[url]?.replace('{', `{"issuer":"${issuer}",`)
      const type = url.startsWith('/html') ? 'text/html' : 'application/json'
      answer.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await attempt(`${at}/none`)).problem).toMatch(/^There is no OpenID provider at this URL/)
    expect((await attempt(`${at}/html`)).problem).toMatch(/not JSON/)
    expect((await attempt(`${at}/other`)).problem).toMatch(/^The provider names another issuer/)
    expect((await attempt(`${at}/script`)).problem).toMatch(/is not an https URL/)
    expect((await attempt(`${at}/large`)).problem).toBe('The response of the provider is too large.')
    await new Promise((resolve) => server.close(resolve))
    expect((await attempt(at)).problem).toMatch(/refuses connections/)
  })

  it('does not reach private addresses, unless the setting of webhooks allows them', async () => {
    const config = { ...stores.config, WEBHOOK_ALLOW_PRIVATE: false }
    const strict = await startApi({ ...stores, config })
    const ask = async (issuer: string) => {
      const headers = { cookie: `waymark=${owner.token}`, origin: 'http://localhost:3000' }
      const csrf = JSON.parse(await (await fetch(`${strict.url}/api/app/session`, { headers })).text())
      const response = await fetch(`${strict.url}/api/app/single-sign-on/try`, {
        method: 'POST',
        headers: { ...headers, 'x-csrf-token': csrf.data.csrf_token, 'content-type': 'application/json' },
        body: JSON.stringify({ issuer }),
      })
      return [response.status, await response.text()]
    }
    const before = provider.requests.length
    expect(await ask(provider.issuer)).toEqual([422, expect.stringContaining('Must use https.')])
    expect(await ask('https://127.0.0.1')).toEqual([422, expect.stringContaining('Must be a public address.')])
    expect(await ask('https://provider.localhost')).toEqual([422, expect.stringContaining('public address')])
    const started = await begin(new Browser(strict))
    expect(started.status, 'settings from before').toBe(503)
    expect(provider.requests.length).toBe(before)
    await strict.close()
  })
})
