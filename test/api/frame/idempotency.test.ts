import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let other: TestApi
let account: TestAccount
let key: string
beforeAll(async () => {
  stores = await openTestStores()
  api = await startApi(stores)
  other = await startApi(stores)
})
afterAll(async () => {
  await api.close()
  await other.close()
  await stores.close()
})
beforeEach(async () => {
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
})

const shorten = (idempotencyKey: string, url: string, node = api, by = key) =>
  node.request('POST', '/short-urls', { key: by, body: { url }, headers: { 'idempotency-key': idempotencyKey } })

async function countLinks(): Promise<number> {
  const rows = await stores.sql`select 1 from links where account_id = ${account.id}`
  return rows.length
}

describe('one Idempotency-Key', () => {
  it('stores no hash from which a password could be found out', async () => {
    const body = { url: 'https://example.com/', password: '7391' }
    const ask = () => api.request('POST', '/short-urls', { key, body, headers: { 'idempotency-key': 'with password' } })
    expect((await ask()).status).toBe(201)
    const plain = createHash('sha256')
      .update(JSON.stringify(['POST', '/api/v1/short-urls', {}, body]))
      .digest()
    const which = stores.sql`account_id = ${account.id}`
    const [kept] = await stores.sql<
      { request_hash: Buffer }[]
    >`select request_hash from idempotency_keys where ${which}`
    expect(kept?.request_hash.equals(plain)).toBe(false)
    // An earlier version stored that one.
    await stores.sql`update idempotency_keys set request_hash = ${plain} where ${which}`
    expect((await ask()).headers.get('idempotent-replayed')).toBe('true')
    expect(await countLinks()).toBe(1)
  })

  it('has one effect and one response for any number of concurrent requests on any node', async () => {
    const nodes = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? api : other))
    const answers = await Promise.all(nodes.map((node) => shorten('same', 'https://example.com/', node)))
    expect(await countLinks()).toBe(1)
    const created = answers.filter(({ status }) => status === 201)
    expect(created.length).toBeGreaterThanOrEqual(1)
    expect(new Set(created.map(({ text }) => text)).size).toBe(1)
    expect(created.filter(({ headers }) => headers.get('idempotent-replayed') === null).length).toBe(1)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const { status, json } of refused) expect([status, json.error.code]).toEqual([409, 'CONFLICT'])

    const replay = await shorten('same', 'https://example.com/', other)
    expect([replay.status, replay.text]).toEqual([201, created[0]?.text])
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
  })

  it('returns 422 with another body', async () => {
    await shorten('same', 'https://example.com/a')
    const answer = await shorten('same', 'https://example.com/b')
    expect([answer.status, answer.json.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.json.error.details.errors[0].field).toBe('Idempotency-Key')
    expect(await countLinks()).toBe(1)
  })

  it('belongs to its account', async () => {
    const stranger = await createKey(stores.sql, await createAccount(stores.sql))
    const [own, foreign] = [
      await shorten('same', 'https://example.com/'),
      await shorten('same', 'https://example.com/', api, stranger.key),
    ]
    expect([own.status, foreign.status]).toEqual([201, 201])
    expect(foreign.json.data.id).not.toBe(own.json.data.id)
  })

  it('has 1 to 255 characters', async () => {
    expect((await shorten('x'.repeat(255), 'https://example.com/')).status).toBe(201)
    for (const wrong of ['', 'x'.repeat(256)]) {
      const answer = await shorten(wrong, 'https://example.com/')
      expect([answer.status, answer.json.error.code]).toEqual([400, 'BAD_REQUEST'])
    }
  })

  it('is not used up by an invalid request', async () => {
    expect((await shorten('same', 'nonsense')).status).toBe(422)
    expect((await shorten('same', 'https://example.com/')).status).toBe(201)
  })
})

describe('a response with a secret', () => {
  const mint = (by: string) =>
    api.request('POST', '/api-keys', {
      key: by,
      body: { name: 'ci', permissions: ['read'] },
      headers: { 'idempotency-key': 'mint' },
    })

  it('is repeated to the API key that sent the request', async () => {
    const first = await mint(key)
    const again = await mint(key)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('is not repeated to another key of the account', async () => {
    const first = await mint(key)
    const { key: sibling } = await createKey(stores.sql, account)
    const own = await mint(sibling)
    expect([own.status, own.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(own.json.data.key).not.toBe(first.json.data.key)
  })
})

describe('a large response', () => {
  const bulk = (count: number, idempotencyKey: string) =>
    api.request('POST', '/short-urls/bulk', {
      key,
      body: { urls: Array.from({ length: count }, (_, at) => ({ url: `https://example.com/${at}` })) },
      headers: { 'idempotency-key': idempotencyKey },
    })
  const kept = async () => {
    const [row] = await stores.sql`
      select coalesce(sum(bytes), 0)::int as bytes from kept_reply_bytes where account_id = ${account.id}`
    return row?.['bytes'] as number
  }

  it('to a request with an effect is kept, and counts towards the limit of the account', async () => {
    const first = await bulk(400, 'many')
    expect(first.text.length).toBeGreaterThan(256 * 1024)
    expect((await bulk(400, 'many')).text).toBe(first.text)
    expect(await kept()).toBe(Buffer.byteLength(first.text))
    await stores.sql`update kept_reply_bytes set bytes = 100 * 1024 * 1024 where account_id = ${account.id}`
    const before = await countLinks()
    const refused = await bulk(1, 'another')
    expect([refused.status, refused.json.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(await countLinks()).toBe(before)
    expect((await bulk(400, 'many')).text).toBe(first.text)
    expect((await shorten('small', 'https://example.com/')).status).toBe(429)
  })
})
