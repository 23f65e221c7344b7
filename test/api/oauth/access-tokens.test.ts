import { describe, expect, it } from 'vitest'
import { startApi } from '../support/http.ts'
import { api, connect, opens, postForm, postJson, refresh, register, stores, useOAuth } from '../support/oauth.ts'

useOAuth()

describe('an access token on the REST API', () => {
  it.each([
    ['GET', '/short-urls', 'shorturl:read'],
    ['POST', '/short-urls', 'shorturl:create'],
    ['PUT', '/campaigns/x', 'shorturl:create'],
    ['GET', '/domains', 'shorturl:read'],
    ['GET', '/utm-templates', 'shorturl:read'],
    ['GET', '/url-ab-tests', 'shorturl:read'],
    ['GET', '/qr-codes', 'qrcode:read'],
    ['POST', '/qr-codes/generate', 'qrcode:create'],
    ['GET', '/qr-ab-tests', 'qrcode:read'],
    ['GET', '/analytics/overview', 'analytics:read'],
    ['GET', '/qranalytics/overview', 'analytics:read'],
    ['GET', '/campaigns/x/analytics', 'analytics:read'],
  ])('%s %s requires %s', async (method, path, scope) => {
    const all = 'shorturl:read shorturl:create qrcode:read qrcode:create analytics:read'
    const client = await register()
    const { access_token: enough } = await connect(client, { scope })
    const { access_token: others } = await connect(client, { scope: all.replace(scope, '') })
    const body = method === 'GET' ? {} : { body: {} }
    expect((await api.request(method, path, { key: enough, ...body })).status).not.toBe(403)
    const refused = await api.request(method, path, { key: others, ...body })
    expect([refused.status, refused.json.error.code]).toEqual([403, 'FORBIDDEN'])
    expect(refused.json.error.details).toBe('insufficient_scope')
    expect(refused.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
  })

  it('cannot delete anything or use keys and webhooks; any token can read /me', async () => {
    const { access_token: key } = await connect(await register())
    const nobody = '01890000-0000-7000-8000-000000000000'
    for (const [method, path] of [
      ['DELETE', `/short-urls/${nobody}`],
      ['POST', `/short-urls/${nobody}/trash`],
      ['POST', '/short-urls/bulk/trash'],
      ['DELETE', `/qr-codes/${nobody}`],
      ['GET', '/api-keys'],
      ['POST', '/api-keys'],
      ['GET', '/webhooks'],
      ['GET', '/me/connected-apps'],
    ] as const) {
      expect((await api.request(method, path, { key })).status, path).toBe(403)
    }
    expect(await opens(key)).toBe(200)
  })

  it('is rejected on every node at once after it is revoked', async () => {
    const client = await register()
    const { access_token: key, refresh_token } = await connect(client)
    const other = await startApi(stores)
    expect((await other.request('GET', '/me', { key })).status).toBe(200)
    const { client_id, client_secret } = client
    await postForm('/mcp/oauth/revoke', { client_id, client_secret, token: refresh_token })
    expect([(await other.request('GET', '/me', { key })).status, await opens(key)]).toEqual([401, 401])
    await other.close()
  })

  it('RFC 8707: is rejected by a resource it is not for', async () => {
    const client = await register()
    const { access_token, refresh_token } = await connect(client, { resource: `${api.url}/mcp` })
    expect(await opens(access_token)).toBe(401)
    const wide = await refresh(client, refresh_token, { resource: api.url })
    expect([wide.status, wide.json.error]).toEqual([400, 'invalid_target'])
    const both = await connect(client)
    expect(await opens(both.access_token)).toBe(200)
    const narrow = await refresh(client, both.refresh_token, { resource: `${api.url}/mcp` })
    expect(await opens(narrow.json.access_token)).toBe(401)
    expect(await opens((await connect(client, { resource: `${api.url}/` })).access_token)).toBe(200)
  })

  it('RFC 9068, 4: is rejected if it was changed or is sent in the query', async () => {
    const { access_token: key } = await connect(await register())
    const [head, body, signature] = key.split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    expect(JSON.parse(Buffer.from(head ?? '', 'base64url').toString())).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
    expect(claims).toMatchObject({ iss: api.url, aud: [api.url, `${api.url}/mcp`], exp: claims.iat + 3600 })
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = `${head}.${encode({ ...claims, exp: claims.exp + 9 })}.${signature}`
    const unsigned = `${encode({ alg: 'none', typ: 'at+jwt' })}.${body}.x`
    const heads = [null, [], 'x', { alg: 'ES256' }, { alg: 'ES256', kid: 5 }, { alg: 'ES256', kid: 'unknown' }]
    const odd = heads.map((one) => `${encode(one)}.${body}.${signature}`)
    for (const wrong of [forged, unsigned, ...odd, 'a.b.c', `${head}.${body}.${signature}x`]) {
      const refused = await api.request('GET', '/me', { key: wrong })
      expect([refused.status, refused.json.error.code]).toEqual([401, 'UNAUTHORIZED'])
      expect(refused.headers.get('www-authenticate')).toContain('resource_metadata=')
    }
    expect((await api.request('GET', `/me?api_key=${key}`)).status).toBe(401)
  })
})

describe('apps in pages of any origin', () => {
  const cors = (response: Response) => response.headers.get('access-control-allow-origin')
  const origin = { origin: 'https://elsewhere.example' }

  it('can read the metadata, register, and use token and revoke, but never with credentials', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/jwks.json',
    ]) {
      const response = await fetch(`${api.url}${path}`, { headers: origin })
      expect([response.status, cors(response)]).toEqual([200, '*'])
      expect(await response.text()).not.toContain('"d":')
    }
    for (const path of ['register', 'token', 'revoke']) {
      const preflight = await fetch(`${api.url}/mcp/oauth/${path}`, { method: 'OPTIONS', headers: origin })
      expect([preflight.status, cors(preflight)]).toEqual([204, '*'])
      expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
      const asked = await fetch(`${api.url}/mcp/oauth/${path}`, { method: 'POST', headers: origin })
      expect([asked.status >= 400, cors(asked)]).toEqual([true, '*'])
      expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('cannot use authorize, consent and sign-in', async () => {
    for (const path of ['/mcp/oauth/authorize', '/mcp/oauth/consent', '/login']) {
      expect(cors(await fetch(`${api.url}${path}`, { headers: origin })), path).toBeNull()
    }
  })
})

describe('register', () => {
  it.each([
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: undefined }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://app.example/cb#x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://*.app.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://%2A.app.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['myapp:/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://app.example/\r\nx: y'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://localhost.evil.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://user@app.example/cb'] }, 'invalid_redirect_uri'],
    [{ client_name: '' }, 'invalid_client_metadata'],
    [{ client_name: 'a\u0000b' }, 'invalid_client_metadata'],
    [{ scope: 'admin' }, 'invalid_client_metadata'],
    [{ grant_types: ['password'] }, 'invalid_client_metadata'],
    [{ response_types: ['token'] }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [{ logo_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
  ])('RFC 7591, 3.2.2: rejects %j as %s', async (change, error) => {
    const metadata = { client_name: 'App', redirect_uris: ['https://app.example/cb'], ...change }
    const { status, json, headers } = await postJson('/mcp/oauth/register', metadata)
    expect([status, json.error, typeof json.error_description]).toEqual([400, error, 'string'])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('RFC 7591, 2: ignores unknown fields', async () => {
    const client = await register({ software_id: 'x', jwks_uri: 'x' })
    expect(client).not.toHaveProperty('software_id')
    expect(client['scope']).toBe('shorturl:read shorturl:create qrcode:read qrcode:create analytics:read')
  })
})

it('limits failed client authentications per client, but not successful ones', async () => {
  const client = await register()
  const { refresh_token } = await connect(client)
  for (let i = 0; i < 12; i += 1) expect((await refresh(client, 'x')).status).toBe(400)
  const statuses: number[] = []
  for (let i = 0; i < 12; i += 1) statuses.push((await refresh({ ...client, client_secret: 'x' }, 'x')).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  const refused = await refresh(client, refresh_token)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect((await refresh(await register(), 'x')).status).toBe(400)
})
