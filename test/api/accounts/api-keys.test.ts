import { describe, expect, it } from 'vitest'
import { createKey } from '../../factories/key.ts'
import { startApi } from '../support/http.ts'
import { mint, statusOf } from '../support/keys.ts'
import { account, api, key, stores, useAccounts, useApi } from '../support/use-api.ts'

useApi({})
useAccounts({ hears: false, plan: 'pro' })

describe('Authorization: Bearer <API_KEY>', () => {
  it('is accepted', async () => {
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

  it('the legacy query parameter api_key is accepted, and the header overrides it', async () => {
    const { key: other } = await createKey(stores.sql, account, ['write'])
    expect(await statusOf(`/me?api_key=${key}`)).toEqual([200, undefined])
    expect(await statusOf(`/me?api_key=${key}`, { key: other })).toEqual([403, 'FORBIDDEN'])
    expect(await statusOf(`/me?api_key=${other}`, { key })).toEqual([200, undefined])
    expect(await statusOf(`/me?api_key=${key}&api_key=${key}`)).toEqual([401, 'INVALID_API_KEY'])
  })

  it('accepts Bearer in any case', async () => {
    expect(await statusOf('/me', { headers: { authorization: `bearer ${key}` } })).toEqual([200, undefined])
  })
})

it('a missing key returns UNAUTHORIZED with a message that a key is required', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dTpw']) {
    const answer = await api.request('GET', '/me', { headers: { authorization } })
    expect([answer.status, answer.json.error.code]).toEqual([401, 'UNAUTHORIZED'])
    expect(answer.json.error.message).toContain('key is required')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
})

it('an invalid key returns INVALID_API_KEY, without a database query if the checksum is wrong', async () => {
  const deaf = await startApi({ ...stores, sql: undefined as never })
  const answer = await deaf.request('GET', '/me', { key: `wm_${'0'.repeat(36)}` })
  await deaf.close()
  expect([answer.status, answer.json.error.code]).toEqual([401, 'INVALID_API_KEY'])
})

it('an expired key returns INVALID_API_KEY', async () => {
  await stores.sql`update api_keys set expires_at = now() where account_id = ${account.id}`
  expect(await statusOf('/me', { key })).toEqual([401, 'INVALID_API_KEY'])
})

it('records the use of a key at most once a minute', async () => {
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

describe('API keys', () => {
  it('are created with a name and permissions, are shown once, and work at once', async () => {
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
      parent_key_id: expect.any(String),
      created_by: null,
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

  it('have names that can be stored', async () => {
    for (const name of ['x\u0000', 'x\udfffy']) {
      const answer = await api.request('POST', '/api-keys', { key, body: { name, permissions: ['read'] } })
      expect(answer.status).toBe(422)
    }
  })

  it('are not stored in a readable form', async () => {
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

  it('create keys with at most their own permissions', async () => {
    const { key: writer } = await createKey(stores.sql, account, ['read', 'write'])
    const body = { name: 'x', permissions: ['read', 'delete'] }
    const refused = await api.request('POST', '/api-keys', { key: writer, body })
    expect([refused.status, refused.json.error.code]).toEqual([403, 'FORBIDDEN'])
    const allowed = await api.request('POST', '/api-keys', { key: writer, body: { ...body, permissions: ['read'] } })
    expect(allowed.status).toBe(201)
  })

  it('create no key that works from other IP addresses or outlives them', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const later = new Date(Date.now() + 7_200_000).toISOString()
    const limits = { expires_at: soon, allowed_ips: ['127.0.0.0/8'] }
    const bound = await mint(key, limits)
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
      const refused = await mint(limited, wanted)
      expect([refused.status, refused.json.error?.code], JSON.stringify(wanted)).toEqual([403, 'FORBIDDEN'])
    }
    expect((await mint(limited, { ...limits, allowed_ips: ['127.0.0.1'] })).status).toBe(201)
  })

  it('expire at their expiration date', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const created = await api.request('POST', '/api-keys', {
      key,
      body: { name: 'x', permissions: ['read'], expires_at },
    })
    expect(created.json.data.expires_at).toBe(expires_at)
  })

  it('can be revoked once', async () => {
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

it('a revoked key returns INVALID_API_KEY, at once, on every node', async () => {
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
