import { describe, expect, it } from 'vitest'
import { createKey } from '../../factories/key.ts'
import { account, api, key, stores, useMcp } from '../support/mcp.ts'

useMcp()

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

interface Post {
  headers?: Record<string, string>
  body?: unknown
  path?: string
  method?: string
}

async function post({ headers = {}, body = list, path = '/mcp', method = 'POST' }: Post = {}) {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { ...json, authorization: `Bearer ${key}`, ...headers },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const metadata = () => `resource_metadata="${stores.config.BASE_URL}/.well-known/oauth-protected-resource/mcp"`

describe('/mcp accepts', () => {
  it('no request without a token, and tells where to get one', async () => {
    const { status, headers } = await post({ headers: { authorization: '' } })
    expect(status).toBe(401)
    const challenge = headers.get('www-authenticate')
    expect(challenge).toContain(metadata())
    expect(challenge).toContain('scope="shorturl:read ')
    expect(challenge, 'RFC 6750 3.1: nothing was wrong').not.toContain('error=')
  })

  it.each(['Bearer wm_nonsense', 'Bearer a.b.c', 'Basic d206d20='])('no request with %s', async (authorization) => {
    const { status, headers } = await post({ headers: { authorization } })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain(metadata())
  })

  it('no key that was just revoked', async () => {
    const revoked = await createKey(stores.sql, account)
    const headers = { authorization: `Bearer ${revoked.key}` }
    expect((await post({ headers })).status).toBe(200)
    await stores.sql`update api_keys set revoked_at = now() where id = ${revoked.id}`
    const refused = await post({ headers })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it.each(['api_key', 'access_token'])('no key in ?%s=', async (name) => {
    const { status } = await post({ path: `/mcp?${name}=${key}`, headers: { authorization: '' } })
    expect(status).toBe(401)
  })

  it('no session cookie', async () => {
    const { status } = await post({ headers: { authorization: '', cookie: 'waymark=0123456789' } })
    expect(status).toBe(401)
  })

  it.each(['https://evil.example', 'null', 'http://localhost:1'])('no request from a page of %s', async (origin) => {
    const { status, headers } = await post({ headers: { origin } })
    expect(status).toBe(403)
    expect(headers.get('access-control-allow-origin'), 'the page can read the error').toBe('*')
  })

  it('a request from a page on the same origin', async () => {
    expect((await post({ headers: { origin: new URL(stores.config.BASE_URL).origin } })).status).toBe(200)
  })
})

describe('/mcp', () => {
  it('responds to CORS preflights of any origin, without credentials', async () => {
    const response = await fetch(`${api.url}/mcp`, {
      method: 'OPTIONS',
      headers: { origin: 'https://agent.example', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
  })

  it('disables caching, and returns a request id', async () => {
    const { headers } = await post()
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  it.each(['GET', 'DELETE'])('has no session to %s', async (method) => {
    expect((await post({ method })).status).toBe(405)
    expect((await post({ method, headers: { authorization: '' } })).status).toBe(401)
  })

  it.each([
    ['a body that is not JSON', '{', 400],
    ['no body', '', 400],
    ['a batch', [list, list], 400],
    ['a word', '"tools/list"', 400],
    ['a body over the limit', { ...list, params: { filler: 'x'.repeat(300_000) } }, 413],
  ])('rejects %s', async (_, body, status) => {
    expect((await post({ body })).status).toBe(status)
  })

  it('rejects another media type', async () => {
    expect((await post({ headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  })

  it('returns a JSON-RPC error for an unknown method', async () => {
    const { text } = await post({ body: { ...list, method: 'resources/list' } })
    expect(text).toContain('-32601')
  })

  it('returns a JSON-RPC error for an unknown tool', async () => {
    const { text } = await post({ body: { ...list, method: 'tools/call', params: { name: 'drop_tables' } } })
    expect(text).toContain('-32602')
  })

  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])('supports %s', async (version) => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const { status, text } = await post({ body: { ...list, method: 'initialize', params } })
    expect(status).toBe(200)
    expect(text).toContain(`"protocolVersion":"${version}"`)
    expect(text).toContain('"instructions":"Waymark')
  })

  it('does not keep a stream open for lists that never change', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const body = {
      ...list,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: meta },
    }
    const { text } = await post({
      body,
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    })
    expect(text).toContain('Subscription limit reached')
  })
})
