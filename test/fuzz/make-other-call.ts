import type { Dice } from '../guarantees/dice.ts'
import type { Call } from './call.ts'
import { type Callers, password } from './callers.ts'
import { breakValue, fresh, type Known, makeValue, type Schema, wellFormed } from './make-value.ts'
import { oddBodies, oddTexts } from './odd-values.ts'

export interface Tool {
  name: string
  inputSchema: Schema
}

interface Parts {
  callers: Callers
  known: Known
  tools: readonly Tool[]
}

type Maker = (dice: Dice, parts: Parts) => Call

/** A request to anything but the REST API. */
export function makeOther(dice: Dice, parts: Parts): Call {
  const roll = dice.roll()
  if (roll < 0.4) return makeMcpCall(dice, parts)
  if (roll < 0.65) return makeOAuthCall(dice, parts)
  if (roll < 0.9) return makePageCall(dice, parts)
  return makeUnknownCall(dice, parts)
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const makeMcpCall: Maker = (dice, { callers, known, tools }) => {
  const { as, headers } = dice.roll() < 0.8 ? callers.key() : callers.pick(dice)
  const tool = dice.pick(tools)
  let args = makeValue(tool.inputSchema, dice, known)
  if (dice.roll() < 0.5) args = breakValue(args, dice)
  const methods = [
    'tools/list',
    'initialize',
    'ping',
    'resources/list',
    'notifications/cancelled',
    'server/discover',
    '',
  ]
  const call = dice.roll() < 0.85
  const method = call ? 'tools/call' : dice.pick(methods)
  const params = call ? { name: dice.roll() < 0.95 ? tool.name : dice.pick(oddTexts), arguments: args } : args
  let message: unknown = { jsonrpc: '2.0', id: dice.pick([1, 'x', null, -1, 1e300]), method, params }
  if (dice.roll() < 0.15) message = breakValue(message, dice)
  const text = dice.roll() < 0.05 ? dice.pick(oddBodies) : (JSON.stringify(message) ?? '')
  const accept = dice.roll() < 0.95 ? 'application/json, text/event-stream' : dice.pick(['*/*', 'text/html', ''])
  const version =
    dice.roll() < 0.3 ? { 'mcp-protocol-version': dice.pick(['2025-06-18', '2026-07-28', 'x', '9'.repeat(900)]) } : {}
  const method_ = dice.roll() < 0.95 ? 'POST' : dice.pick(['GET', 'DELETE', 'OPTIONS', 'PUT'])
  return {
    kind: 'mcp',
    as,
    method: method_,
    path: '/mcp',
    headers: { ...headers, ...json, accept, ...version },
    body: Buffer.from(text),
  }
}

const makeOAuthCall: Maker = (dice, { known }) => {
  const client = known('client_id') ?? 'nobody'
  const secret = known('client_secret') ?? 'secret'
  const fields = {
    grant_type: dice.pick(['authorization_code', 'refresh_token', 'password', '']),
    client_id: dice.pick([client, 'nobody', dice.pick(oddTexts)]),
    client_secret: dice.pick([secret, 'wrong', dice.pick(oddTexts)]),
    code: dice.pick(['x', 'a'.repeat(43), dice.pick(oddTexts)]),
    redirect_uri: dice.pick(['https://app.example/cb', dice.pick(oddTexts)]),
    refresh_token: dice.pick(['a'.repeat(43), dice.pick(oddTexts)]),
    token: dice.pick(['a'.repeat(43), dice.pick(oddTexts)]),
    code_verifier: dice.pick(['v'.repeat(43), dice.pick(oddTexts)]),
    response_type: dice.pick(['code', 'token', '']),
    scope: dice.pick(['shorturl:read', 'shorturl:read qrcode:read+all', dice.pick(oddTexts)]),
    state: dice.pick(['xyz', dice.pick(oddTexts)]),
    resource: dice.pick(['http://localhost:3000', 'http://localhost:3000/mcp', dice.pick(oddTexts)]),
  }
  const chosen = Object.entries(fields).filter(() => dice.roll() < 0.75)
  const query = chosen.map(([name, value]) => `${name}=${encode(value)}`).join('&')
  const roll = dice.roll()
  if (roll < 0.3) return page('oauth', 'GET', `/mcp/oauth/authorize?${query.slice(0, 14_000)}`)
  if (roll < 0.6) {
    const path = dice.pick(['/mcp/oauth/token', '/mcp/oauth/revoke'])
    const basic =
      dice.roll() < 0.3 ? { authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` } : {}
    return page('oauth', 'POST', path, { ...form, ...basic }, dice.roll() < 0.95 ? query : dice.pick(oddBodies))
  }
  if (roll < 0.9) return registration(dice)
  return page(
    'oauth',
    'GET',
    dice.pick([
      '/.well-known/oauth-authorization-server',
      '/.well-known/jwks.json',
      '/.well-known/oauth-protected-resource/mcp',
      '/mcp/oauth/consent?id=x',
    ]),
  )
}

function registration(dice: Dice): Call {
  let body: unknown = {
    client_name: fresh(),
    redirect_uris: ['https://app.example/cb', 'http://127.0.0.1/cb', 'com.example.app:/cb'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: dice.pick(['none', 'client_secret_post', 'client_secret_basic']),
    scope: 'shorturl:read',
  }
  if (dice.roll() < 0.6) body = breakValue(body, dice)
  return page('oauth', 'POST', '/mcp/oauth/register', json, JSON.stringify(body))
}

const makePageCall: Maker = (dice, { callers }) => {
  const roll = dice.roll()
  if (roll < 0.45) return page('page', 'GET', dice.pick(pages), dice.roll() < 0.3 ? callers.session().headers : {})
  const email = dice.pick([callers.email, dice.pick(oddTexts), 'a'.repeat(5_000)])
  const fields = {
    email,
    password: dice.pick([password, 'wrong', dice.pick(oddTexts)]),
    csrf: 'x',
    token: dice.pick(oddTexts),
    next: dice.pick(oddTexts),
    code: dice.pick(['000000', dice.pick(oddTexts)]),
    credential: dice.pick(['{}', '{"id":"AA","rawId":"AA","type":"public-key","response":{}}', dice.pick(oddTexts)]),
  }
  const body = Object.entries(fields)
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&')
  const path = dice.pick([
    ...['/login', '/login', '/login/code', '/login/passkey', '/login/passkey/options'],
    ...['/login/sso', '/login/sso/x', '/login/invitation', '/login/forgot', '/login/reset'],
    ...['/setup', '/logout', '/mcp/oauth/consent', '/mcp/oauth/authorize'],
  ])
  const headers: Record<string, string> = { ...form, ...(dice.roll() < 0.5 && { origin: 'http://localhost:3000' }) }
  return page('page', 'POST', path, headers, dice.roll() < 0.9 ? body : dice.pick(oddBodies))
}

const pages: readonly string[] = [
  '/',
  '/login',
  '/login?next=//evil.example',
  '/login?passkey=rejected&passkey=x',
  '/login/code?next=//evil.example',
  '/login/sso?next=//evil.example',
  '/login/sso/01890000-0000-7000-8000-000000000000?again=1&again=2',
  '/login/sso/%00',
  '/login/sso/callback?state=x&code=%00&iss=x',
  '/login/invitation?token=x&token=y',
  '/login/forgot',
  '/login/reset?token=%00',
  '/setup?token=x',
  '/setup?token=x&token=y',
  '/docs',
  '/openapi.json',
  '/api/v1/openapi.json',
  '/healthz',
  '/readyz',
  '/favicon.ico',
  '/robots.txt',
  '/app',
  '/app/links/../..',
  '/assets/none.js',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/t/c.gif?cid=x',
  `/t/c.gif?cid=${'A'.repeat(3_000)}&event=${'e'.repeat(3_000)}&value=1e999&currency=%00`,
  '/metrics',
]

const makeUnknownCall: Maker = (dice, { callers }) => {
  const { as, headers } = callers.pick(dice)
  const method = dice.pick([
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'HEAD',
    'TRACE',
    'PROPFIND',
    'M-SEARCH',
  ])
  const path = dice.pick([
    '/api/v1',
    '/api/v1/',
    '/api/v1//me',
    '/api/v2/me',
    '/api/v1/me/',
    '/api/v1/%6de',
    `/api/v1/${'x/'.repeat(5_000)}`,
    `/${'a'.repeat(12_000)}`,
    '/%',
    '/%00',
    '//',
    '/api/app/nothing',
    '*',
  ])
  const body = method === 'POST' || method === 'PUT' ? Buffer.from(dice.pick(oddBodies)) : undefined
  return { kind: 'unknown', as, method, path, headers: { ...headers, ...(body && json) }, ...(body && { body }) }
}

function page(
  kind: Call['kind'],
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Call {
  return { kind, as: 'nobody', method, path, headers, ...(body !== undefined && { body: Buffer.from(body) }) }
}

const encode = (text: string) => encodeURIComponent(wellFormed(text))
