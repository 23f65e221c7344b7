import { expect, it } from 'vitest'
import {
  answered,
  api,
  authorizePath,
  browser,
  connect,
  decide,
  opens,
  postForm,
  redeem,
  redirectUri,
  refresh,
  register,
  s256,
  stores,
  useOAuth,
  verifier,
} from '../support/oauth.ts'

useOAuth()

it('an app registers, asks through the real forms, gets tokens, refreshes and revokes them', async () => {
  const client = await register({ scope: 'shorturl:read analytics:read' })
  expect(client).toMatchObject({
    client_name: 'Test app',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: 'shorturl:read analytics:read',
    client_secret_expires_at: 0,
    client_id_issued_at: expect.any(Number),
    client_secret: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
  })
  const shown = await decide(authorizePath(client, s256))
  expect(shown.status).toBe(303)
  expect(shown.location).toMatch(/^https:\/\/app\.example\/callback\?/)
  const { code = '', state, iss } = answered(shown)
  expect([state, iss]).toEqual(['xyz', api.url])
  const tokens = await redeem(client, code, { code_verifier: verifier })
  expect(tokens.status, tokens.text).toBe(200)
  expect(tokens.headers.get('cache-control')).toBe('no-store')
  expect(tokens.json).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.any(String),
    scope: 'shorturl:read analytics:read',
  })
  const next = await refresh(client, tokens.json.refresh_token)
  expect(next.status).toBe(200)
  expect(next.json.refresh_token).not.toBe(tokens.json.refresh_token)
  expect(await opens(next.json.access_token)).toBe(200)
  const revoked = await postForm('/mcp/oauth/revoke', { ...credentials(client), token: next.json.refresh_token })
  expect([revoked.status, revoked.json]).toEqual([200, { success: true, message: expect.any(String) }])
  expect(await opens(next.json.access_token)).toBe(401)
})

const credentials = ({ client_id, client_secret }: { client_id: string; client_secret?: string }) => ({
  client_id,
  client_secret,
})

it('denial redirects with error, description and state', async () => {
  const client = await register()
  expect(answered(await decide(authorizePath(client), 'deny'))).toEqual({
    error: 'access_denied',
    error_description: expect.any(String),
    state: 'xyz',
    iss: api.url,
  })
})

it('remembers a consent per client and scope', async () => {
  const client = await register()
  await connect(client, { scope: 'shorturl:read' })
  expect((await browser.get(authorizePath(client, { scope: 'shorturl:read' }))).location).toMatch(/callback\?code=/)
  expect((await browser.get(authorizePath(client, { scope: 'qrcode:read' }))).location).toMatch(/consent\?/)
  expect((await browser.get(authorizePath(await register()))).location).toMatch(/consent\?/)
})

it('lists connected apps, and revokes their access at once', async () => {
  const client = await register({ client_name: 'Listed app' })
  const { access_token, refresh_token } = await connect(client, { scope: 'qrcode:read' })
  const cookie = { cookie: browser.cookieHeader }
  const listed = await api.request('GET', '/me/connected-apps', { headers: cookie })
  const app = listed.json.data.find(({ client_id }: { client_id: string }) => client_id === client.client_id)
  expect(app).toMatchObject({ client_name: 'Listed app', scopes: ['qrcode:read'] })
  expect(await opens(access_token)).toBe(200)
  const session = JSON.parse((await browser.get('/api/app/session')).html) as { data: { csrf_token: string } }
  const csrf = session.data.csrf_token
  const headers = { ...cookie, origin: api.url, 'x-csrf-token': csrf }
  expect((await api.request('DELETE', `/me/connected-apps/${app.id}`, { headers })).status).toBe(200)
  expect((await api.request('DELETE', `/me/connected-apps/${app.id}`, { headers })).status).toBe(404)
  expect(await opens(access_token)).toBe(401)
  expect((await refresh(client, refresh_token)).json.error).toBe('invalid_grant')
  expect((await browser.get(authorizePath(client, { scope: 'qrcode:read' }))).location).toMatch(/consent\?/)
})

it('stores codes, tokens and secrets only as hashes', async () => {
  const client = await register()
  const { access_token, refresh_token } = await connect(client)
  const rows = await stores.sql<{ stored: string }[]>`
    select oauth_clients::text as stored from oauth_clients
    union all select oauth_grants::text from oauth_grants
    union all select oauth_refresh_tokens::text from oauth_refresh_tokens`
  const { grant } = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
  for (const { stored } of rows) {
    for (const secret of [access_token, refresh_token, grant, client.client_secret])
      expect(stored).not.toContain(secret)
  }
})
