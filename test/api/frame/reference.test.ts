import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
beforeAll(async () => {
  stores = await openTestStores()
  api = await startApi(stores)
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

it('serves the OpenAPI document without a key', async () => {
  const answer = await api.request('GET', '/openapi.json')
  expect(answer.status).toBe(200)
  expect(answer.json.openapi).toMatch(/^3\.1\./)
  expect(answer.json.servers).toEqual([{ url: 'http://localhost:3000/api/v1' }])
})

it('serves a reference page that loads nothing from other hosts, and may not', async () => {
  const page = await fetch(`${api.url}/docs/`)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).not.toMatch(/(https?:)?\/\/[a-z]/i)
  const [, script = ''] = /<script src="([^"]+)"/.exec(html) ?? []
  expect((await fetch(new URL(script, page.url))).status).toBe(200)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/\*|https?:|[a-z]+\.[a-z]+/)
  const [, sources = ''] = /script-src ([^;]*)/.exec(policy) ?? []
  expect(sources, 'only its own inline script').toMatch(/^'self' 'sha256-[\w+/]{43}='$/)
})

it('tells load balancers whether it is ready', async () => {
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  const ready = await fetch(`${api.url}/readyz`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({
    ok: true,
    degraded: [],
    stores: {
      postgres: { ok: true, ms: expect.any(Number) },
      redis: { ok: true, ms: expect.any(Number) },
      clickhouse: { ok: true, ms: expect.any(Number) },
    },
  })
})

it('serves the REST API under /api/v1 and no other prefix', async () => {
  const { json } = await api.request('GET', '/openapi.json')
  for (const path of Object.keys(json.paths)) expect(path).toMatch(/^\/(?!api\/)/)
  expect((await fetch(`${api.url}/api/v1/me`)).status).toBe(401)
  for (const prefix of ['', '/api', '/v1', '/api/v2', '/API/V1', '/api/v1/api/v1']) {
    const answer = await fetch(`${api.url}${prefix}/me`)
    expect([prefix, answer.status]).toEqual([prefix, 404])
  }
})
