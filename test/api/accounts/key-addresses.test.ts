import { describe, expect, it } from 'vitest'
import { startApi } from '../support/http.ts'
import { mint, statusOf } from '../support/keys.ts'
import { key, stores, useAccounts, useApi } from '../support/use-api.ts'

useApi({})
useAccounts({ hears: false })

describe('a key restricted to IP addresses', () => {
  const boundTo = async (...allowed_ips: string[]): Promise<string> => {
    const { status, json } = await mint(key, { allowed_ips })
    expect(status).toBe(201)
    return json.data.key
  }

  it('is accepted only from these', async () => {
    expect(await statusOf('/me', { key: await boundTo('127.0.0.1') })).toEqual([200, undefined])
    expect(await statusOf('/me', { key: await boundTo('10.0.0.0/8', '127.0.0.0/8') })).toEqual([200, undefined])
    const elsewhere = await boundTo('10.0.0.0/8', '2001:db8::/32')
    expect(await statusOf('/me', { key: elsewhere })).toEqual([403, 'FORBIDDEN'])
    expect(await statusOf(`/me?api_key=${elsewhere}`)).toEqual([403, 'FORBIDDEN'])
  })

  it('trusts the IP address from a trusted proxy, not from a client', async () => {
    const bound = await boundTo('10.0.0.0/8')
    const asked = { key: bound, headers: { 'x-forwarded-for': '10.1.2.3' } }
    const trusting = await startApi({ ...stores, config: { ...stores.config, TRUSTED_PROXIES: ['127.0.0.1'] } })
    const distrusting = await startApi({ ...stores, config: { ...stores.config, TRUSTED_PROXIES: [] } })
    expect((await distrusting.request('GET', '/me', asked)).status).toBe(403)
    expect((await trusting.request('GET', '/me', asked)).status).toBe(200)
    expect((await trusting.request('GET', '/me', { key: bound })).status).toBe(403)
    await Promise.all([trusting.close(), distrusting.close()])
  })

  it('finds the IP address next to a port that a proxy wrote, and is refused where there is none', async () => {
    const bound = await boundTo('10.0.0.0/8', '2001:db8::/32')
    const settings = { TRUSTED_PROXIES: ['127.0.0.1', '192.0.2.0/24'] }
    const trusting = await startApi({ ...stores, config: { ...stores.config, ...settings } })
    for (const [addresses, status] of [
      ['10.1.2.3:5555', 200],
      ['[2001:db8::1]:5555', 200],
      ['10.1.2.3:5555, 192.0.2.1:80', 200],
      ['11.1.2.3:5555', 403],
      ['unknown', 403],
    ] as const) {
      const asked = await trusting.request('GET', '/me', { key: bound, headers: { 'x-forwarded-for': addresses } })
      expect([addresses, asked.status]).toEqual([addresses, status])
    }
    await trusting.close()
  })

  it('cannot be created with invalid IP addresses', async () => {
    for (const wrong of ['localhost', '10.0.0.0/33', '10.0.0', '::ffff:10.0.0.1', '::/129', '10.0.0.1/']) {
      const refused = await mint(key, { allowed_ips: ['127.0.0.1', wrong] })
      expect([refused.status, refused.json.error?.details?.errors?.[0]?.field]).toEqual([422, 'allowed_ips.1'])
    }
    expect((await mint(key, { allowed_ips: [] })).status).toBe(422)
    expect((await mint(key, { allowed_ips: Array.from({ length: 101 }, () => '::1') })).status).toBe(422)
    expect((await mint(key, { allowed_ips: '127.0.0.1' })).status).toBe(400)
  })
})
