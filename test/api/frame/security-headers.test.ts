import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/http.ts'
import { api, key, stores, useApi, useOneAccount } from '../support/use-api.ts'

useApi()
useOneAccount()

let secure: TestApi
beforeAll(async () => {
  secure = await startApi({ ...stores, config: { ...stores.config, BASE_URL: 'https://way.example/app' } })
})
afterAll(() => secure.close())

const paths = [
  '/api/v1/me',
  '/api/v1/short-urls',
  '/api/v1/analytics/export?dataset=clicks&format=csv',
  '/api/v1/openapi.json',
  '/.well-known/oauth-authorization-server',
  '/mcp',
  '/login',
  '/app/',
  '/docs/',
  '/docs/js/scalar.js',
  '/healthz',
  '/no-such-path',
]
const headersOf = async ({ url }: TestApi, path: string) =>
  (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` }, redirect: 'manual' })).headers

it.each(paths)('%s cannot be embedded by other sites, and over https browsers must use https', async (path) => {
  const [plain, encrypted] = [await headersOf(api, path), await headersOf(secure, path)]
  for (const headers of [plain, encrypted]) {
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(plain.get('strict-transport-security')).toBeNull()
  expect(encrypted.get('strict-transport-security')).toBe('max-age=31536000')
})

it.each(['/login', '/app/', '/docs/'])('the page %s may use no device', async (path) => {
  const policy = (await headersOf(api, path)).get('permissions-policy')
  expect(policy).toBe('camera=(), geolocation=(), microphone=(), payment=(), usb=()')
})

it('the conversion pixel can be embedded everywhere', async () => {
  expect((await headersOf(secure, '/t/c.gif?cid=none')).get('cross-origin-resource-policy')).toBe('cross-origin')
})
