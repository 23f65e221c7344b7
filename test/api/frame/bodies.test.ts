import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { utmFields } from '#schemas/utm-fields.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { expectError } from '../support/expect-error.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string
beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
  account = await createAccount(stores.sql, { plan: 'enterprise' })
  key = (await createKey(stores.sql, account)).key
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

const ask = (method: string, path: string, body?: unknown) => api.request(method, path, { key, body })

/** Sends these headers and no body, although one is announced; returns the complete response. */
async function announceBody(head: string): Promise<string> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () =>
    socket.write(`${head}\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n`),
  )
  let heard = ''
  socket.setEncoding('utf8').on('data', (part) => (heard += part))
  await expect.poll(() => heard, { timeout: 20_000 }).toMatch(/\r\n\r\n[^]*\}$/)
  socket.destroy()
  return heard
}

describe('a path that does not exist', () => {
  it.each(['POST /nope', 'PUT /api/v1/nope', 'DELETE /mcp/nope'])(
    'gets its response before its body arrives: %s',
    async (start) => {
      const [head = '', body = ''] = (await announceBody(`${start} HTTP/1.1`)).split('\r\n\r\n')
      expect(head).toMatch(/^HTTP\/1\.1 404 /)
      expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/)
      expect(head).toMatch(/\r\nx-content-type-options: nosniff\r\n/)
      expect(head).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/)
      expect(JSON.parse(body)).toEqual({
        success: false,
        error: { code: 'NOT_FOUND', message: 'Endpoint not found. Check the method and the path.' },
      })
    },
  )
})

const kib = 1024
/** Limits in KiB; all others have 64. */
const limits: Record<string, number> = {
  'POST /short-urls': 192,
  'PUT /short-urls/{id}': 192,
  'POST /url-ab-tests': 192,
  'PUT /url-ab-tests/{id}': 192,
  'POST /qr-ab-tests': 192,
  'PUT /qr-ab-tests/{testId}': 192,
  'POST /qr-assets': 1536,
  'POST /short-urls/bulk': 4096,
  'PUT /short-urls/bulk': 4096,
  'DELETE /short-urls/bulk': 4096,
  'POST /short-urls/bulk/trash': 4096,
  'POST /short-urls/bulk/restore': 4096,
}
const cases = endpoints
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path, body }) => ({ method, path, takesBody: body !== undefined, name: `${method} ${path}` }))
const nobody = '01890000-0000-7000-8000-000000000000'

it.each(cases.filter(({ takesBody }) => takesBody))('$name has a limit on its body', async ({ method, path, name }) => {
  const limit = (limits[name] ?? 64) * kib
  const send = (bytes: number) => ask(method, path.replace(/\{\w+\}/g, nobody), `{}${' '.repeat(bytes - 2)}`)
  expect((await send(limit)).status).not.toBe(413)
  expectError(await send(limit + 1), { status: 413, code: 'PAYLOAD_TOO_LARGE' })
})

it('has no limit for an endpoint that does not exist', () => {
  expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(limits)))
})

it('a large body is documented as 413 also where no body is read', async () => {
  const nobody = '/qr-ab-tests/00000000-0000-4000-8000-000000000000'
  const answers = [
    await ask('POST', `${nobody}/start`, 'x'.repeat(70_000)),
    await ask('DELETE', nobody, 'x'.repeat(70_000)),
  ]
  for (const answer of answers) expectError(answer, { status: 413, code: 'PAYLOAD_TOO_LARGE' })
})

describe('the longest values', () => {
  const longUrl = (start: string) => `https://example.com/${start}`.padEnd(8_192, 'x')

  it('for a link fit in the body', async () => {
    const long = '\u{1F331}'.repeat(127)
    const body = {
      ...Object.fromEntries(['url', 'ios_url', 'android_url', 'expired_url'].map((name) => [name, longUrl(name)])),
      ...Object.fromEntries(['name', 'external_id'].map((name) => [name, long])),
      description: '\u{1F331}'.repeat(500),
      ...Object.fromEntries(utmFields.map((name) => [name, '\u{1F331}'.repeat(100)])),
      tags: Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(50, '\u00e9')),
      og: { title: long, description: '\u{1F331}'.repeat(500), image_url: longUrl('image') },
    }
    const escaped = JSON.stringify(body).replace(
      /[^\0-~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    expect(escaped.length).toBeGreaterThan(64 * kib)
    const { status, json } = await ask('POST', '/short-urls', escaped)
    expect(status).toBe(201)
    const changed = await ask('PUT', `/short-urls/${json.data.id}`, { ...json.data, url: longUrl('new') })
    expect(changed.status).toBe(200)
  })

  it('for an A/B test fit in the body', async () => {
    const variants = Array.from({ length: 10 }, (_, index) => ({ destination_url: longUrl(`${index}`) }))
    expect((await ask('POST', '/url-ab-tests', { name: 'Ten', variants })).status).toBe(201)
  })
})
