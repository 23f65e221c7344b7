import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintKey } from '#model/accounts/key-format.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let key: string
beforeAll(async () => {
  // 1,200 requests a minute without a credential become 12, and those of a /48 48.
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0.01', TRUSTED_PROXIES: '127.0.0.1' })
  api = await startApi(stores)
  key = (await createKey(stores.sql, await createAccount(stores.sql))).key
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
type Sent = [method: string, path: string, headers?: Record<string, string>, body?: string]
const ask = ([method, path, headers, body]: Sent, address: string) =>
  fetch(`${api.url}${path}`, {
    method,
    headers: { 'x-forwarded-for': address, ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })

async function statusesOf(times: number, sent: Sent, address: string): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push((await ask(sent, address)).status)
  return statuses
}

const cases: [name: string, usual: number, sent: Sent][] = [
  ['a request without a key', 401, ['GET', '/api/v1/me']],
  ['an unknown key', 401, ['GET', '/api/v1/me', { authorization: `Bearer ${mintKey()}` }]],
  ['a call of the dashboard without a session', 401, ['GET', '/api/app/session']],
  ['the token endpoint', 401, ['POST', '/mcp/oauth/token', form, 'grant_type=refresh_token&client_id=nobody']],
  ['the revocation endpoint', 401, ['POST', '/mcp/oauth/revoke', form, 'token=x&client_id=nobody']],
  ['the authorization page', 400, ['GET', '/mcp/oauth/authorize?client_id=nobody']],
  ['the sign-in page', 200, ['GET', '/login']],
  ['the metadata of the authorization server', 200, ['GET', '/.well-known/oauth-authorization-server']],
  ['the conversion image', 200, ['GET', '/t/c.gif?cid=x']],
  ['the MCP server', 401, ['POST', '/mcp', { 'content-type': 'application/json' }, '{}']],
]

describe('requests without a credential are limited per network', () => {
  it.each(cases)('%s', async (name, usual, sent) => {
    const at = `192.0.2.${cases.findIndex(([each]) => each === name)}`
    const first = await ask(sent, at)
    expect(first.status).toBe(usual)
    expect(first.headers.get('x-ratelimit-limit')).toBe('12')
    expect(first.headers.get('ratelimit-policy')).toBe('"anonymous";q=12;w=60')
    expect(await statusesOf(13, sent, at)).toEqual([...Array(11).fill(usual), 429, 429])
    const refused = await ask(sent, at)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await ask(sent, '198.51.100.1')).status).toBe(usual)
  })
})

it('a valid key still works from a network that has used up its limit', async () => {
  expect(await statusesOf(13, ['GET', '/api/v1/me'], '203.0.113.1')).toContain(429)
  const { status } = await ask(['GET', '/api/v1/me', { authorization: `Bearer ${key}` }], '203.0.113.1')
  expect(status).toBe(200)
})

it('the networks of a /48 of IPv6 have a limit together', async () => {
  const statuses: number[] = []
  for (let network = 1; network <= 5; network += 1) {
    statuses.push(...(await statusesOf(12, ['GET', '/api/v1/me'], `2001:db8:1:${network}::1`)))
  }
  expect(statuses).toEqual([...Array(48).fill(401), ...Array(12).fill(429)])
  expect(await statusesOf(1, ['GET', '/api/v1/me'], '2001:db8:2:1::1')).toEqual([401])
})

it('health checks have no limit, and cost one check a second', async () => {
  expect(new Set(await statusesOf(40, ['GET', '/readyz'], '203.0.113.2'))).toEqual(new Set([200]))
})
