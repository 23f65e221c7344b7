import { describe, expect, it } from 'vitest'
import { mintKey } from '#model/accounts/key-format.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { objectMakers } from '../../factories/objects.ts'
import { expectError } from '../support/expect-error.ts'
import { account, api, key, stores, useApi, useOneAccount } from '../support/use-api.ts'

useApi({ RATE_LIMIT_FACTOR: '100' })
useOneAccount()

const nobody = '01890000-0000-7000-8000-000000000000'
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const taken = (method: string) => (method === 'PUT' ? ['PUT', 'PATCH'] : method === 'GET' ? ['GET', 'HEAD'] : [method])
const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** Methods of every path, including those of another path that also matches it: /short-urls/{id} matches /short-urls/bulk. */
const paths = [...new Set(endpoints.map(({ path }) => path))].map((path) => {
  const address = path.replace(/\{\w+\}/g, nobody)
  const same = endpoints.filter((each) => patternOf(each.path).test(address))
  return { path, address, allowed: [...new Set(same.flatMap(({ method }) => taken(method)))].sort() }
})

describe('a method that a path does not support returns 405 with Allow', () => {
  it.each(paths)('$path', async ({ address, allowed }) => {
    for (const method of methods.filter((each) => !allowed.includes(each))) {
      const answer = await api.request(method, address)
      expectError(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' })
      expect(answer.headers.get('allow')).toBe(allowed.join(', '))
    }
  })

  it.each([
    ['PUT', '/mcp', 'DELETE, GET, OPTIONS, POST'],
    ['GET', '/mcp/oauth/token', 'OPTIONS, POST'],
    ['DELETE', '/app/links', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/.well-known/oauth-authorization-server', 'GET, HEAD, OPTIONS'],
  ])('%s %s', async (method, path, allowed) => {
    const response = await fetch(`${api.url}${path}`, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed])
  })

  it('but not for an unknown path, or one with a parameter that is too long', async () => {
    const unknown = ['/nope', '/short-urls/a/b', `/short-urls/${'x'.repeat(1_300)}`, '/short-urls/']
    for (const path of unknown) expect((await api.request('GET', path, { key })).status, path).not.toBe(405)
  })

  it('even if the object exists, and changes nothing', async () => {
    const id = await objectMakers['/short-urls/{id}']?.(stores, account)
    const before = (await api.request('GET', `/short-urls/${id}`, { key })).json
    expect((await api.request('POST', `/short-urls/${id}`, { key, body: { url: 'https://x.example/' } })).status).toBe(
      405,
    )
    expect((await api.request('GET', `/short-urls/${id}`, { key })).json).toEqual(before)
  })
})

describe('a body of another media type returns 415', () => {
  const changing = endpoints.filter(({ method, body }) => method !== 'GET' && body !== undefined)

  it.each(changing.map(({ method, path }) => ({ method, path })))('$method $path', async ({ method, path }) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const headers = { 'content-type': type }
      const answer = await api.request(method, path.replace(/\{\w+\}/g, nobody), { key, body: 'a=b', headers })
      expectError(answer, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    }
  })

  it('but 400 from the OAuth endpoints, as their standards say', async () => {
    for (const path of ['register', 'token', 'revoke']) {
      const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a=b' }
      const response = await fetch(`${api.url}/mcp/oauth/${path}`, init)
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }])
    }
  })
})

describe('rate limit headers', () => {
  const cases = [
    ['an unknown path', '/nope', 404],
    ['a path without this method', '/short-urls/bulk/nope', 404],
    ['the OpenAPI document', '/openapi.json', 200],
  ] as const

  it.each(cases)('of %s are those of a valid key', async (_name, path, status) => {
    const answer = await api.request('GET', path, { key })
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([status, '120000'])
    expect(answer.headers.get('ratelimit-policy')).toBe('"requests";q=120000;w=60')
    const left = Number(answer.headers.get('x-ratelimit-remaining'))
    const next = await api.request('GET', path, { key })
    expect(Number(next.headers.get('x-ratelimit-remaining'))).toBeLessThan(left)
  })

  it.each(cases)('of %s are those of the network without a valid key', async (_name, path, status) => {
    for (const options of [{}, { key: mintKey() }]) {
      const answer = await api.request('GET', path, options)
      expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([status, '"anonymous";q=120000;w=60'])
    }
  })

  it('are on every response to a request without a valid key', async () => {
    for (const options of [{}, { key: mintKey() }]) {
      const answer = await api.request('GET', '/me', options)
      expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([401, '120000'])
    }
  })
})
