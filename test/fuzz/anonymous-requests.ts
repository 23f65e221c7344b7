import { mintKey } from '#model/accounts/key-format.ts'
import { shortLinkHost } from './start-stack.ts'

/** A request without a valid credential. */
export interface AnonymousRequest {
  name: string
  to: 'api' | 'redirector'
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /**
   * It looks up a credential or a code in Postgres, once or twice, which no cache may replace: a revocation takes effect
   * at once. The limits of requests without a credential bound it.
   */
  looksUp?: true
}

const lookup = (request: AnonymousRequest): AnonymousRequest => ({ ...request, looksUp: true })

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const malformed = { ...json, authorization: 'Bearer x' }
const redirector = { to: 'redirector' as const, headers: { host: shortLinkHost } }

/** Bodies of one size. The first is only read: its key cannot exist, and nothing is looked up. */
const sizes = [0, 10_000, 60_000]
const readOnly = (to: AnonymousRequest['to'], bytes: number): AnonymousRequest => ({
  ...(to === 'api' ? { to, path: '/api/v1/short-urls', headers: malformed } : { ...redirector, path: '/a.b' }),
  name: `${to}: ${bytes} bytes that are only read`,
  method: bytes === 0 ? 'GET' : 'POST',
  ...(bytes > 0 && { body: 'x'.repeat(bytes) }),
})
export const baselines = sizes.flatMap((bytes) => [readOnly('api', bytes)]).concat(readOnly('redirector', 0))

const api = (name: string, method: string, path: string, headers: Record<string, string> = {}, body?: string) => ({
  name,
  to: 'api' as const,
  method,
  path,
  headers,
  ...(body !== undefined && { body }),
})

const fill = (bytes: number, start: string, piece: string, end = ''): string =>
  `${start}${piece.repeat(Math.floor((bytes - start.length - end.length) / piece.length))}${end}`

export const anonymousRequests = (clientId: string): AnonymousRequest[] => [
  api('no key', 'GET', '/api/v1/me'),
  lookup(api('an unknown key', 'GET', '/api/v1/me', { authorization: `Bearer ${mintKey()}` })),
  api('a forged token', 'GET', '/api/v1/me', {
    authorization: 'Bearer eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIxIn0.AAAA',
  }),
  lookup(api('an unknown session', 'GET', '/api/v1/me', { cookie: `waymark=${'A'.repeat(43)}` })),
  api('an unknown path', 'GET', '/api/v1/nothing'),
  api('a long unknown path', 'GET', `/${'a/'.repeat(5_000)}`),
  api('thousands of parameters', 'GET', `/api/v1/me?${'a&'.repeat(5_000)}`),
  api('long headers', 'GET', '/api/v1/me', { cookie: 'a=b; '.repeat(2_000) }),
  api('the sign-in page', 'GET', '/login'),
  lookup(api('the setup page', 'GET', '/setup?token=x')),
  api('the reference', 'GET', '/docs'),
  api('the home page', 'GET', '/'),
  api('a health check', 'GET', '/readyz'),
  api('metadata', 'GET', '/.well-known/oauth-authorization-server'),
  lookup(api('public keys', 'GET', '/.well-known/jwks.json')),
  api('the conversion image', 'GET', `/t/c.gif?cid=${'A'.repeat(60)}`),
  lookup(api('authorization of an unknown app', 'GET', '/mcp/oauth/authorize?client_id=nobody')),
  lookup(
    api(
      'authorization of a known app',
      'GET',
      `/mcp/oauth/authorize?client_id=${clientId}&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`,
    ),
  ),
  lookup(
    api('a token for an unknown app', 'POST', '/mcp/oauth/token', form, 'grant_type=refresh_token&client_id=nobody'),
  ),
  lookup(
    api(
      'a wrong refresh token',
      'POST',
      '/mcp/oauth/token',
      form,
      `grant_type=refresh_token&client_id=${clientId}&refresh_token=x`,
    ),
  ),
  lookup(
    api(
      'a wrong code',
      'POST',
      '/mcp/oauth/token',
      form,
      `grant_type=authorization_code&client_id=${clientId}&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&code=x`,
    ),
  ),
  api('an invalid registration', 'POST', '/mcp/oauth/register', json, '{"redirect_uris":[]}'),
  api('MCP without a token', 'POST', '/mcp', json, '{}'),
  api('a preflight request', 'OPTIONS', '/mcp', { origin: 'https://evil.example' }),
  api('a large body without a key', 'POST', '/api/v1/short-urls/bulk', json, fill(60_000, '{"urls":[', '{},', '{}]}')),
  lookup(
    api(
      'a large body with an unknown key',
      'POST',
      '/api/v1/short-urls',
      { ...json, authorization: `Bearer ${mintKey()}` },
      'x'.repeat(60_000),
    ),
  ),
  api(
    'a large registration',
    'POST',
    '/mcp/oauth/register',
    json,
    fill(10_000, '{"redirect_uris":[', '"https://a.example/",', '""]}'),
  ),
  api(
    'a large registration of many members',
    'POST',
    '/mcp/oauth/register',
    json,
    fill(10_000, '{"a":[', '{"":0},', '0]}'),
  ),
  api('a large token request', 'POST', '/mcp/oauth/token', form, fill(10_000, '', 'a&')),
  api('a large form', 'POST', '/login', form, fill(10_000, '', 'a&')),
  api('a form without a password', 'POST', '/login', form, 'email=nobody%40example.com'),
  { ...redirector, name: 'a link', method: 'GET', path: '/cost-usual' },
  { ...redirector, name: 'a link that is not tracked', method: 'GET', path: '/cost-untracked' },
  { ...redirector, name: 'an unknown code', method: 'GET', path: '/nothing' },
  { ...redirector, name: 'a preview', method: 'GET', path: '/cost-usual+' },
  { ...redirector, name: 'a locked link', method: 'GET', path: '/cost-locked' },
  { ...redirector, name: 'an expired link', method: 'GET', path: '/cost-expired' },
]
