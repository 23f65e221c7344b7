import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string
beforeAll(async () => {
  stores = await openTestStores()
  api = await startApi(stores)
})
afterAll(async () => {
  await api.close()
  await stores.close()
})
beforeEach(async () => {
  account = await createAccount(stores.sql, { plan: 'pro' })
  key = (await createKey(stores.sql, account)).key
})

const statusOf = async (path: string, options?: Parameters<TestApi['request']>[2]) => {
  const { status, json } = await api.request('GET', path, options)
  return [status, json?.error?.code]
}

describe('Send Authorization: Bearer <API_KEY>', () => {
  it('as a bearer token', async () => {
    const answer = await api.request('GET', '/me', { key })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      success: true,
      data: {
        account: { id: account.id, name: 'Test account' },
        plan: {
          name: 'pro',
          features: ['device_analytics', 'utm_analytics', 'traffic_source_analytics'],
          requests_per_minute: 600,
        },
        key: { id: expect.any(String), name: 'Test key', permissions: ['read', 'write', 'delete', 'analytics'] },
      },
    })
  })

  it('Legacy alternative: query parameter api_key, and the header wins over it', async () => {
    const { key: other } = await createKey(stores.sql, account, ['write'])
    expect(await statusOf(`/me?api_key=${key}`)).toEqual([200, undefined])
    expect(await statusOf(`/me?api_key=${key}`, { key: other })).toEqual([403, 'FORBIDDEN'])
    expect(await statusOf(`/me?api_key=${other}`, { key })).toEqual([200, undefined])
    expect(await statusOf(`/me?api_key=${key}&api_key=${key}`)).toEqual([401, 'INVALID_API_KEY'])
  })

  it('in any case of the word Bearer', async () => {
    expect(await statusOf('/me', { headers: { authorization: `bearer ${key}` } })).toEqual([200, undefined])
  })
})

it('Missing key: UNAUTHORIZED, whose message states that a key is required', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dTpw']) {
    const answer = await api.request('GET', '/me', { headers: { authorization } })
    expect([answer.status, answer.json.error.code]).toEqual([401, 'UNAUTHORIZED'])
    expect(answer.json.error.message).toContain('key is required')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
})

it('Invalid key: INVALID_API_KEY, without asking the database where the checksum is bad', async () => {
  const deaf = await startApi({ ...stores, sql: undefined as never })
  const answer = await deaf.request('GET', '/me', { key: `wm_${'0'.repeat(36)}` })
  await deaf.close()
  expect([answer.status, answer.json.error.code]).toEqual([401, 'INVALID_API_KEY'])
})

it('Expired key: INVALID_API_KEY', async () => {
  await stores.sql`update api_keys set expires_at = now() where account_id = ${account.id}`
  expect(await statusOf('/me', { key })).toEqual([401, 'INVALID_API_KEY'])
})

it('notes the use of a key at most once a minute', async () => {
  const used = async () => {
    expect((await api.request('GET', '/me', { key })).status).toBe(200)
    const [row] = await stores.sql<{ at: Date }[]>`
      select last_used_at as at
      from api_keys
      where account_id = ${account.id}`
    return row?.at.getTime() ?? 0
  }
  const first = await used()
  expect(Math.abs(Date.now() - first)).toBeLessThan(60_000)
  expect(await used()).toBe(first)
  await stores.sql`update api_keys set last_used_at = now() - interval '61 seconds' where account_id = ${account.id}`
  expect(await used()).toBeGreaterThan(first)
})

describe('Keys are created with a name and permissions, and they', () => {
  it('mint a key that is shown once and works at once', async () => {
    const created = await api.request('POST', '/api-keys', { key, body: { name: ' ci ', permissions: ['read'] } })
    expect(created.status).toBe(201)
    expect(created.json.data).toEqual({
      id: expect.any(String),
      name: 'ci',
      key: expect.stringMatching(/^wm_[0-9A-Za-z]{36}$/),
      prefix: created.json.data.key.slice(0, 9),
      permissions: ['read'],
      expires_at: null,
      allowed_ips: null,
      domain_ids: null,
      last_used_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect(await statusOf('/me', { key: created.json.data.key })).toEqual([200, undefined])
    const listed = await api.request('GET', '/api-keys', { key })
    expect(listed.text).not.toContain(created.json.data.key)
    expect(listed.json.data.map(({ name }: { name: string }) => name)).toEqual(['ci', 'Test key'])
    expect(listed.json.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 2,
      total_pages: 1,
      has_more: false,
      next_cursor: null,
    })
  })

  it('store nothing from which the key could be read', async () => {
    const created = await api.request('POST', '/api-keys', {
      key,
      body: { name: 'ci', permissions: ['read'] },
      headers: { 'idempotency-key': 'once' },
    })
    const secret: string = created.json.data.key
    const rows = await stores.sql`
      select api_keys::text as stored from api_keys
      union all
      select encode(reply, 'escape') from idempotency_keys`
    expect(rows.length).toBeGreaterThan(2)
    for (const { stored } of rows) expect(stored).not.toContain(secret.slice(10))
  })

  it('mint at most their own permissions', async () => {
    const { key: writer } = await createKey(stores.sql, account, ['read', 'write'])
    const body = { name: 'x', permissions: ['read', 'delete'] }
    const refused = await api.request('POST', '/api-keys', { key: writer, body })
    expect([refused.status, refused.json.error.code]).toEqual([403, 'FORBIDDEN'])
    const allowed = await api.request('POST', '/api-keys', { key: writer, body: { ...body, permissions: ['read'] } })
    expect(allowed.status).toBe(201)
  })

  it('mint no key that works from elsewhere or outlives them', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const later = new Date(Date.now() + 7_200_000).toISOString()
    const limits = { expires_at: soon, allowed_ips: ['127.0.0.0/8'] }
    const bound = await mint({ key, ...limits })
    expect(bound.json.data).toMatchObject(limits)
    const limited: string = bound.json.data.key
    const wider = [
      {},
      { expires_at: soon },
      { allowed_ips: ['127.0.0.1'] },
      { ...limits, expires_at: later },
      { ...limits, expires_at: null },
      { ...limits, allowed_ips: null },
      { ...limits, allowed_ips: ['127.0.0.1', '0.0.0.0/0'] },
    ]
    for (const wanted of wider) {
      const refused = await mint({ key: limited, ...wanted })
      expect([refused.status, refused.json.error?.code], JSON.stringify(wanted)).toEqual([403, 'FORBIDDEN'])
    }
    expect((await mint({ key: limited, ...limits, allowed_ips: ['127.0.0.1'] })).status).toBe(201)
  })

  it('expire when they were told to', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const created = await api.request('POST', '/api-keys', {
      key,
      body: { name: 'x', permissions: ['read'], expires_at },
    })
    expect(created.json.data.expires_at).toBe(expires_at)
  })

  it('are revoked once', async () => {
    const { id } = await createKey(stores.sql, account)
    const revoked = await api.request('DELETE', `/api-keys/${id}`, { key })
    expect(revoked.status).toBe(200)
    expect(revoked.json).toEqual({
      success: true,
      data: { message: 'API key revoked' },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect((await api.request('DELETE', `/api-keys/${id}`, { key })).status).toBe(404)
  })
})

const mint = ({ key: minter, ...wanted }: { key: string; expires_at?: string | null; allowed_ips?: unknown }) =>
  api.request('POST', '/api-keys', { key: minter, body: { name: 'bound', permissions: ['read', 'write'], ...wanted } })

describe('a key that is bound to addresses', () => {
  const boundTo = async (...allowed_ips: string[]): Promise<string> => {
    const { status, json } = await mint({ key, allowed_ips })
    expect(status).toBe(201)
    return json.data.key
  }

  it('is taken from those alone', async () => {
    expect(await statusOf('/me', { key: await boundTo('127.0.0.1') })).toEqual([200, undefined])
    expect(await statusOf('/me', { key: await boundTo('10.0.0.0/8', '127.0.0.0/8') })).toEqual([200, undefined])
    const elsewhere = await boundTo('10.0.0.0/8', '2001:db8::/32')
    expect(await statusOf('/me', { key: elsewhere })).toEqual([403, 'FORBIDDEN'])
    expect(await statusOf(`/me?api_key=${elsewhere}`)).toEqual([403, 'FORBIDDEN'])
  })

  it('does not believe what a client says of its own address, but what a trusted proxy says', async () => {
    const bound = await boundTo('10.0.0.0/8')
    const asked = { key: bound, headers: { 'x-forwarded-for': '10.1.2.3' } }
    const trusting = await startApi({ ...stores, config: { ...stores.config, TRUSTED_PROXIES: ['127.0.0.1'] } })
    const distrusting = await startApi({ ...stores, config: { ...stores.config, TRUSTED_PROXIES: [] } })
    expect((await distrusting.request('GET', '/me', asked)).status).toBe(403)
    expect((await trusting.request('GET', '/me', asked)).status).toBe(200)
    expect((await trusting.request('GET', '/me', { key: bound })).status).toBe(403)
    await Promise.all([trusting.close(), distrusting.close()])
  })

  it('is not made for what is no address', async () => {
    for (const wrong of ['localhost', '10.0.0.0/33', '10.0.0', '::ffff:10.0.0.1', '::/129', '10.0.0.1/']) {
      const refused = await mint({ key, allowed_ips: ['127.0.0.1', wrong] })
      expect([refused.status, refused.json.error?.details?.errors?.[0]?.field]).toEqual([422, 'allowed_ips.1'])
    }
    expect((await mint({ key, allowed_ips: [] })).status).toBe(422)
    expect((await mint({ key, allowed_ips: Array.from({ length: 101 }, () => '::1') })).status).toBe(422)
    expect((await mint({ key, allowed_ips: '127.0.0.1' })).status).toBe(400)
  })
})

it('Revoked key: INVALID_API_KEY, at once, on every node', async () => {
  const other = await startApi(stores)
  for (let round = 0; round < 20; round += 1) {
    const { id, key: doomed } = await createKey(stores.sql, account)
    expect((await other.request('GET', '/me', { key: doomed })).status).toBe(200)
    expect((await api.request('DELETE', `/api-keys/${id}`, { key })).status).toBe(200)
    const answer = await other.request('GET', '/me', { key: doomed })
    expect([answer.status, answer.json.error.code]).toEqual([401, 'INVALID_API_KEY'])
  }
  await other.close()
})
