import type { JWTPayload } from 'jose'
import { expect, it } from 'vitest'
import { newKey } from '../support/provider.ts'
import { stores } from '../support/use-api.ts'
import {
  account,
  begin,
  entriesOf,
  newBrowser,
  provider,
  sessionIn,
  signInAt,
  someone,
  useSignOn,
} from './sign-on.fixture.ts'

useSignOn()

const hourAgo = () => Math.floor(Date.now() / 1_000) - 3_600

it.each<[string, (claims: JWTPayload) => JWTPayload, string]>([
  ['another nonce', (claims) => ({ ...claims, nonce: 'x' }), 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
  ['no nonce', ({ nonce: _, ...claims }) => claims, 'OAUTH_INVALID_RESPONSE'],
  ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' }), 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
  ['another audience', (claims) => ({ ...claims, aud: 'another client' }), 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
  [
    'an old expiration date',
    (claims) => ({ ...claims, iat: hourAgo(), exp: hourAgo() + 60 }),
    'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  ],
])('refuses an ID token with %s', async (_, idToken, reason) => {
  provider.tampering = { idToken }
  const browser = newBrowser()
  const shown = await signInAt(browser, someone())
  expect([shown.status, shown.html]).toEqual([400, expect.stringContaining('Sign-in failed')])
  expect(await sessionIn(browser)).toBeUndefined()
  expect((await entriesOf(account))[0]).toBe(`refuse_sign_on ${reason}`)
  const [row] = await stores.sql`select count(*) as count from identities where account_id = ${account.id}`
  expect(row?.['count']).toBe(0)
})

it('accepts an ID token that was only signed again, so that the refusals above have their own reasons', async () => {
  provider.tampering = { idToken: (claims) => claims }
  expect((await signInAt(newBrowser(), someone())).status).toBe(303)
})

it('refuses an ID token that somebody else signed', async () => {
  provider.tampering = { signsWith: await newKey() }
  expect((await signInAt(newBrowser(), someone())).status).toBe(400)
})

it('refuses the response of another issuer', async () => {
  provider.tampering = { response: (query) => query.set('iss', 'https://evil.example') }
  expect((await signInAt(newBrowser(), someone())).status).toBe(400)
})

it('accepts a new key of the provider at once', async () => {
  const person = someone()
  expect((await signInAt(newBrowser(), person)).status).toBe(303)
  await provider.rotateKeys()
  expect((await signInAt(newBrowser(), person)).status).toBe(303)
})

/** The response that a browser takes back from the provider. */
async function responseFor(browser: ReturnType<typeof newBrowser>) {
  provider.person = someone()
  return await provider.visit((await begin(browser)).location)
}

it('accepts a response once, also if it arrives twice at the same time', async () => {
  const browser = newBrowser()
  const response = await responseFor(browser)
  const both = await Promise.all([browser.get(response), browser.get(response)])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 400])
  expect((await browser.get(response)).status).toBe(400)
})

it('accepts a response only in the browser that asked for it', async () => {
  const browser = newBrowser()
  const response = await responseFor(browser)
  const other = newBrowser()
  expect((await other.get(response)).status, 'without the cookie').toBe(400)
  await begin(other)
  expect((await other.get(response)).status, 'with its own cookie').toBe(400)
  expect(await sessionIn(other)).toBeUndefined()
  expect((await browser.get(response)).status, 'the others have not used it up').toBe(303)
})

it('accepts a response for ten minutes', async () => {
  const browser = newBrowser()
  const response = await responseFor(browser)
  await stores.sql`update sign_in_attempts set expires_at = now()`
  expect((await browser.get(response)).status).toBe(400)
})

it('refuses a response with another state or none, and one from before a change of the settings', async () => {
  const browser = newBrowser()
  const response = await responseFor(browser)
  expect((await browser.get(response.replace(/state=[^&]*/, 'state=x'))).status).toBe(400)
  expect((await browser.get('/login/sso/callback')).status).toBe(400)
  expect((await browser.get(`${response}&state=x`)).status).toBe(400)
})

it('stores nothing that is enough to complete a sign-in', async () => {
  const browser = newBrowser()
  const started = await begin(browser)
  const query = new URL(started.location ?? '').searchParams
  expect(query.get('code_challenge_method')).toBe('S256')
  const text = JSON.stringify(await stores.sql`select *, encode(state_hash, 'escape') from sign_in_attempts`)
  for (const name of ['state', 'nonce']) expect(text).not.toContain(query.get(name))
  expect(text).not.toContain(browser.cookies.get('waymark-provider'))
  expect(browser.setCookies.at(-1)).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=600$/)
})

it('writes at most 60 refusals an hour to the audit log, without an email address', async () => {
  const browser = newBrowser()
  for (let count = 0; count < 62; count++) {
    const { location } = await begin(browser)
    const state = new URL(location ?? '').searchParams.get('state') ?? ''
    await browser.get(`/login/sso/callback?error=access_denied&state=${state}&iss=${provider.issuer}`)
  }
  const rows = await stores.sql`select * from audit_log where account_id = ${account.id} and action = 'refuse_sign_on'`
  expect(rows).toHaveLength(60)
  expect(rows[0]).toMatchObject({ actor_type: 'system', network: '127.0.0.0' })
})
