import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { drawCodes } from '../support/draw-codes.ts'
import { expectError } from '../support/expect-error.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let key: string
let codeId: string
beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
  const account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
  codeId = (await createQrCode(stores.sql, account)).id
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

const unavailable = { status: 503, code: 'SERVICE_UNAVAILABLE' }
const body = { content_type: 'url', content_data: { url: 'https://example.com/' }, is_dynamic: true }
const generate = (isUndrawn = false) =>
  api.request('POST', '/qr-codes/generate', {
    ...{ key, body, isUndrawn },
    headers: { 'idempotency-key': 'without a worker' },
  })
const total = async (path: string) => (await api.request('GET', path, { key })).json.pagination.total

it('without a worker, an image returns 503 SERVICE_UNAVAILABLE after 5 s, stores nothing, and can be retried', async () => {
  const since = performance.now()
  const answers = await Promise.all([
    generate(true),
    api.request('GET', `/qr-codes/${codeId}/image`, { key, isUndrawn: true }),
    api.request('PUT', `/qr-codes/${codeId}`, {
      ...{ key, isUndrawn: true },
      body: { visual_settings: { size: 300 } },
    }),
  ])
  // A timer may fire a millisecond early by this clock.
  expect(performance.now() - since).toBeGreaterThan(4_990)
  for (const answer of answers) {
    expectError(answer, unavailable)
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  expect([await total('/qr-codes'), await total('/short-urls')]).toEqual([1, 0])
  const kept = await api.request('GET', `/qr-codes/${codeId}`, { key })
  expect(kept.json.data.qrCode.visual_settings.size).toBe(512)

  const drawing = drawCodes(stores)
  expect((await generate()).status).toBe(201)
  await drawing.close()
})
