import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { type Answer, startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let key: string
beforeAll(async () => {
  stores = await openTestStores()
  api = await startApi(stores)
  const account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

/** The error body is {success: false, error: {code, message, details?}} and nothing else. */
function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.json).toEqual({ success: false, error: expect.objectContaining({ code, message: expect.any(String) }) })
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
}

/** Sends raw text to the API, and returns the response until it closes the connection. */
async function speak(text: string): Promise<string> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.write(text))
  let heard = ''
  socket.setEncoding('utf8').on('data', (part) => (heard += part))
  // Unread input causes a connection reset after the response.
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  return heard
}

const cursorOf = (at: string) =>
  Buffer.from(JSON.stringify([at, '01981c2e-7b1a-7c3d-9a4e-5f60718293a4'])).toString('base64url')

const createKeyWith = (body: unknown, headers: Record<string, string> = {}) =>
  api.request('POST', '/api-keys', { key, body, headers })

describe('BAD_REQUEST 400', () => {
  it('has a body if the request is too long, but not for HEAD', async () => {
    const long = (method: string) =>
      `${method} /api/v1/me HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`
    const [head, body] = (await speak(long('GET'))).split('\r\n\r\n')
    expect(JSON.parse(body ?? '')).toMatchObject({ error: { code: 'BAD_REQUEST' } })
    const [ownHead, ownBody] = (await speak(long('HEAD'))).split('\r\n\r\n')
    const withoutId = (text = '') => text.replace(/x-request-id: .*/, '')
    expect(withoutId(ownHead)).toBe(withoutId(head))
    expect(ownBody).toBe('')
  })

  it('names a missing field', async () => {
    const answer = await createKeyWith({ permissions: ['read'] })
    expectError(answer, 400, 'BAD_REQUEST')
    expect(answer.json.error.details).toBe('`name` is required.')
  })

  it('names a field of the wrong JSON type', async () => {
    const answer = await createKeyWith({ name: 5, permissions: 'read' })
    expectError(answer, 400, 'BAD_REQUEST')
    expect(answer.json.error.details).toBe('`name` must be a string. `permissions` must be an array.')
  })

  it('names an unknown field', async () => {
    const answer = await createKeyWith({ name: 'x', permissions: ['read'], color: 'red' })
    expectError(answer, 400, 'BAD_REQUEST')
    expect(answer.json.error.details).toBe('Unknown field `color`.')
  })

  it('takes precedence over 422', async () => {
    const answer = await createKeyWith({ name: '', permissions: ['fly'], color: 'red' })
    expectError(answer, 400, 'BAD_REQUEST')
    expect(answer.json.error.details).toBe('Unknown field `color`.')
  })

  it.each(['{', '{"name": }', 'name=x', '{"__proto__": {"name": "x"}}'])(
    'is returned for the body %j',
    async (body) => {
      const answer = await createKeyWith(body)
      expectError(answer, 400, 'BAD_REQUEST')
      expect(answer.json.error.details).toEqual(expect.any(String))
    },
  )

  it.each(['', '[]', 'null', '"text"', '1'])('is returned for a body that is not an object: %j', async (body) => {
    expectError(await createKeyWith(body), 400, 'BAD_REQUEST')
  })

  it('is returned for a query parameter out of range, which is never clamped', async () => {
    for (const query of ['limit=101', 'limit=0', 'limit=x', 'limit=', 'limit=1.5', 'limit=1&limit=2', 'page=-1']) {
      const answer = await api.request('GET', `/api-keys?${query}`, { key })
      expectError(answer, 400, 'BAD_REQUEST')
      expect(answer.json.error.details).toMatch(/^`(limit|page)` must be /)
    }
  })

  it.each([
    ['/analytics/top-performing-urls?tags=%00', /tags/],
    [`/short-urls?cursor=${cursorOf('0000-01-01T00:00:00.000000Z')}`, /cursor/],
    [`/qr-codes?cursor=${cursorOf('0000-01-01T00:00:00.000000Z')}`, /cursor/],
  ])('is returned for text that Postgres cannot store: %s', async (path, details) => {
    const answer = await api.request('GET', path, { key })
    expectError(answer, 400, 'BAD_REQUEST')
    expect(answer.json.error.details).toMatch(details)
  })

  it.each([
    ['is not HTTP', 'GET / HTTP/9\r\n\r\n', 'HTTP'],
    ['has headers of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 'too long'],
  ])('is returned in the same format for a request that %s', async (_what, sent, details) => {
    const [head = '', body = ''] = (await speak(sent)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 [^]*x-request-id: [0-9a-f-]{36}$/)
    const error = {
      code: 'BAD_REQUEST',
      message: expect.stringContaining(details),
      details: expect.stringContaining(details),
    }
    expect(JSON.parse(body)).toEqual({ success: false, error })
  })

  it('is returned for a body that is nested too deeply, by every endpoint', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const options = { key, body: `{"urls":[${deep}]}`, headers: { 'idempotency-key': 'deep' } }
    expectError(await api.request('POST', '/short-urls/bulk', options), 400, 'BAD_REQUEST')
    const sent = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const headers = { ...sent, authorization: `Bearer ${key}` }
    const called = `"params":{"name":"list_short_urls","arguments":{"search":${deep}}}`
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call",${called}}`
    expect((await fetch(`${api.url}/mcp`, { method: 'POST', headers, body })).status).toBe(400)
  })

  it('is returned for a URL that cannot be decoded', async () => {
    expectError(await api.request('GET', '/%ZZ', { key }), 400, 'BAD_REQUEST')
  })
})

it('VALIDATION_ERROR 422 lists every invalid field of the right type', async () => {
  const answer = await createKeyWith({ name: '', permissions: ['fly'], expires_at: '2001-01-01T00:00:00Z' })
  expectError(answer, 422, 'VALIDATION_ERROR')
  expect(answer.json.error.details).toEqual({
    errors: [
      { field: 'name', message: 'Must not be empty.' },
      { field: 'permissions.0', message: 'Must be one of read, write, delete, analytics.' },
      { field: 'expires_at', message: 'Must be in the future.' },
    ],
  })
})

describe('VALIDATION_ERROR 422, and not a server error,', () => {
  it.each(['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59-23:59'])(
    'is returned for the time %s',
    async (expires_at) => {
      const answer = await createKeyWith({ name: 'x', permissions: ['read'], expires_at })
      expectError(answer, 422, 'VALIDATION_ERROR')
      expect((await api.request('GET', '/api-keys', { key })).status).toBe(200)
    },
  )

  it.each([
    ['/short-urls', { url: 'https://example.com/', og: { title: '\ud83d' } }],
    ['/webhooks', { url: 'https://example.com/', events: ['url.created'], filters: { tags: ['\ud83d'] } }],
  ])('is returned for half a surrogate pair in JSON stored by %s', async (path, body) => {
    expectError(await api.request('POST', path, { key, body }), 422, 'VALIDATION_ERROR')
  })
})

describe('NOT_FOUND 404', () => {
  it('is returned for unknown paths, with and without a key', async () => {
    expectError(await api.request('GET', '/nothing-here', { key }), 404, 'NOT_FOUND')
    expectError(await api.request('GET', '/nothing-here'), 404, 'NOT_FOUND')
  })
})

it('UNAUTHORIZED 401 is returned before the body is read', async () => {
  const answer = await api.request('POST', '/api-keys', { body: '{' })
  expectError(answer, 401, 'UNAUTHORIZED')
})

it('SERVICE_UNAVAILABLE 503 has a Retry-After header', async () => {
  const alone = await openTestStores()
  const cutOff = await startApi(alone)
  const account = await createAccount(alone.sql)
  const own = await createKey(alone.sql, account)
  await alone.sql.end()
  const answer = await cutOff.request('GET', '/me', { key: own.key })
  await cutOff.close()
  await alone.close()
  expect(answer.headers.get('retry-after')).toBe('2')
})

it('responds to HEAD like GET, without the body', async () => {
  const answer = await api.request('HEAD', '/me', { key })
  expect([answer.status, answer.text]).toEqual([200, ''])
})
