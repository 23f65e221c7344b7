import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { expectError } from '../support/expect-error.ts'
import { march, openScans, type Scans } from '../support/scans.ts'

let scans: Scans
beforeAll(async () => {
  scans = await openScans()
})
afterAll(() => scans.close())

const path = '/qranalytics/referrers'

describe('GET /qranalytics/referrers', () => {
  it('returns trafficSources, referrerDomains, and the number of scans with a referrer', async () => {
    expect((await scans.read(`${path}?${march}`)).data).toEqual({
      trafficSources: [
        { source: 'Direct', scans: 3, uniqueScanners: 1, percentage: 60 },
        { source: 'Search', scans: 1, uniqueScanners: 1, percentage: 20 },
        { source: 'Social', scans: 1, uniqueScanners: 1, percentage: 20 },
      ],
      referrerDomains: [
        { domain: 'google.com', scans: 1, uniqueScanners: 1 },
        { domain: 't.co', scans: 1, uniqueScanners: 1 },
      ],
      totalScans: 2,
    })
  })

  it('accepts days, 30 by default, and the common filters', async () => {
    const { stores, api } = scans
    const account = await createAccount(stores.sql)
    const { key } = await createKey(stores.sql, account)
    const almost = (days: number) => new Date(Date.now() - days * 86_400_000 + 60_000).toISOString()
    const scan = { account_id: account.id, qr_code_id: scans.menu.id, referrer_domain: 'example.com' }
    await storeClicks(
      stores.ch,
      [1, 30, 31].map((days) => ({ ...scan, at: almost(days) })),
    )
    const total = async (query: string) => (await api.request('GET', `${path}?${query}`, { key })).json.data.totalScans
    expect([await total(''), await total('days=1'), await total('days=365')]).toEqual([2, 1, 3])
    expect(await total('days=365&referrerDomain=example.org')).toBe(0)
  })

  it('lists the top 20 domains', async () => {
    const { stores, api } = scans
    const account = await createAccount(stores.sql)
    const { key } = await createKey(stores.sql, account)
    const scan = { account_id: account.id, qr_code_id: scans.menu.id, at: '2026-03-01T10:00:00Z' }
    const domains = Array.from({ length: 21 }, (_, number) => `domain${String(number).padStart(2, '0')}.example`)
    await storeClicks(
      stores.ch,
      [...domains, ...domains.slice(1)].map((referrer_domain) => ({ ...scan, referrer_domain })),
    )
    const { json } = await api.request('GET', `${path}?${march}`, { key })
    expect(json.data.referrerDomains).toHaveLength(20)
    expect(json.data.referrerDomains[0]).toEqual({ domain: 'domain01.example', scans: 2, uniqueScanners: 1 })
    expect(JSON.stringify(json.data)).not.toContain('domain00.example')
    expect(json.data.totalScans).toBe(41)
  })

  it.each(['days=0', 'days=366'])('returns 400 BAD_REQUEST for %s', async (query) => {
    expectError(await scans.ask(`${path}?${query}`), { status: 400, code: 'BAD_REQUEST' })
  })

  it('returns 401 UNAUTHORIZED without a key, and 403 FEATURE_DISABLED on the free plan', async () => {
    expectError(await scans.api.request('GET', path), { status: 401, code: 'UNAUTHORIZED' })
    expectError(await scans.ask(path, await scans.keyOnPlan('free')), {
      status: 403,
      code: 'FEATURE_DISABLED',
      details: { feature: 'traffic_source_analytics', currentPlan: 'free' },
    })
  })
})
