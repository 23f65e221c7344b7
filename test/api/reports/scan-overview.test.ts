import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { expectError } from '../support/expect-error.ts'
import { march, openScans, type Scans } from '../support/scans.ts'

let scans: Scans
beforeAll(async () => {
  scans = await openScans()
})
afterAll(() => scans.close())

const hamburg = { country: 'Germany', countryCode: 'de', region: 'Hamburg', city: 'Hamburg' }

describe('GET /qranalytics/overview', () => {
  it('returns the figures of all QR codes', async () => {
    const { stores, account, menu } = scans
    const { data } = await scans.read(`/qranalytics/overview?${march}`)
    expect(data).toEqual({
      totalQrCodes: 3,
      activeQrCodes: 2,
      totalScans: 5,
      uniqueScanners: 3,
      botScans: 1,
      scansToday: 0,
      scansPreviousPeriod: 0,
      changePercentage: null,
      lastScannedAt: '2026-03-02T12:00:00.000Z',
      topCountry: 'Germany',
      topDevice: 'mobile',
      topReferrer: 'google.com',
      period: { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-03-03T00:00:00.000Z' },
    })
    const february = 'startDate=2026-02-20T18:00:00Z&endDate=2026-03-02T18:00:00Z'
    expect((await scans.read(`/qranalytics/overview?${february}`)).data).toMatchObject({
      totalScans: 5,
      scansPreviousPeriod: 4,
      changePercentage: 25,
    })
    await storeClicks(stores.ch, [{ account_id: account.id, qr_code_id: menu.id, at: new Date().toISOString() }])
    expect((await scans.read('/qranalytics/overview')).data).toMatchObject({ totalScans: 1, scansToday: 1 })
    expect((await scans.read('/qranalytics/overview?dateRange=all_time')).data).toMatchObject({
      totalScans: 10,
      scansPreviousPeriod: null,
      changePercentage: null,
      period: { startDate: null },
    })
  })

  it('returns null for what the free plan does not include', async () => {
    const free = await createAccount(scans.stores.sql, { plan: 'free' })
    const { key } = await createKey(scans.stores.sql, free)
    const scan = { account_id: free.id, qr_code_id: scans.menu.id, referrer_domain: 't.co', country: 'Germany' }
    await storeClicks(scans.stores.ch, [{ ...scan, at: '2026-03-01T10:00:00Z' }])
    const { json } = await scans.ask(`/qranalytics/overview?${march}`, key)
    expect(json.data).toMatchObject({ totalScans: 1, topCountry: 'Germany', topDevice: null, topReferrer: null })
  })
})

describe('GET /qranalytics/timeline', () => {
  it('returns scans and scanners of each day or hour, including empty ones', async () => {
    expect((await scans.read(`/qranalytics/timeline?startDate=2026-03-01&endDate=2026-03-03`)).data).toEqual([
      { date: '2026-03-01T00:00:00.000Z', scans: 3, uniqueScanners: 2 },
      { date: '2026-03-02T00:00:00.000Z', scans: 2, uniqueScanners: 2 },
      { date: '2026-03-03T00:00:00.000Z', scans: 0, uniqueScanners: 0 },
    ])
    const hours = (await scans.read(`/qranalytics/timeline?${march}&granularity=hour`)).data
    expect(hours).toHaveLength(48)
    expect(hours[10]).toEqual({ date: '2026-03-01T10:00:00.000Z', scans: 2, uniqueScanners: 1 })
  })

  it('covers 30 days by default', async () => {
    expect((await scans.read('/qranalytics/timeline')).data).toHaveLength(31)
    expect((await scans.read('/qranalytics/timeline?days=7')).data).toHaveLength(8)
  })
})

describe('GET /qranalytics/locations', () => {
  it('returns countries, regions, cities and totalScans', async () => {
    const { data } = await scans.read(`/qranalytics/locations?${march}`)
    expect(data.totalScans).toBe(5)
    expect(data.countries).toEqual([
      { country: 'Germany', countryCode: 'de', scans: 3, uniqueScanners: 2, percentage: 60 },
      { country: null, countryCode: null, scans: 1, uniqueScanners: 1, percentage: 20 },
      { country: 'France', countryCode: 'fr', scans: 1, uniqueScanners: 1, percentage: 20 },
    ])
    expect(data.cities[0]).toEqual({ ...hamburg, scans: 2, uniqueScanners: 1, percentage: 40 })
    expect(data.regions).toHaveLength(4)
  })
})

describe('GET /qranalytics/qr/{id}', () => {
  const read = async (query: string) => (await scans.read(`/qranalytics/qr/${scans.poster.id}?${query}`)).data

  it('returns the figures of one code', async () => {
    const { timeline, locations, ...data } = await read(march)
    expect(data).toEqual({
      qrCode: {
        id: scans.poster.id,
        name: 'Untitled QR code',
        contentType: 'url',
        createdAt: '2026-01-02T00:00:00.000Z',
      },
      totalScans: 5,
      recentScans: 1,
      uniqueScanners: 1,
      lastScannedAt: '2026-03-02T12:00:00.000Z',
      scansToday: 0,
      devices: {
        deviceTypes: [{ type: 'tablet', scans: 1, uniqueScanners: 1, percentage: 100 }],
        osBreakdown: [{ name: 'iOS', scans: 1, uniqueScanners: 1 }],
        browserBreakdown: [{ name: 'Safari', scans: 1, uniqueScanners: 1 }],
        totalScans: 1,
      },
      referrers: {
        trafficSources: [{ source: 'Direct', scans: 1, uniqueScanners: 1, percentage: 100 }],
        referrerDomains: [],
        totalScans: 0,
      },
    })
    expect(timeline).toEqual([
      { date: '2026-03-01T00:00:00.000Z', scans: 0, uniqueScanners: 0 },
      { date: '2026-03-02T00:00:00.000Z', scans: 1, uniqueScanners: 1 },
    ])
    expect(locations.totalScans).toBe(1)
  })

  it('returns zeros for a code without scans', async () => {
    const { data } = await scans.read(`/qranalytics/qr/${scans.unused.id}`)
    expect(data).toMatchObject({ qrCode: { name: 'Card' }, totalScans: 0, recentScans: 0, lastScannedAt: null })
  })

  it('returns null for what the free plan does not include', async () => {
    const { stores } = scans
    const free = await createAccount(stores.sql, { plan: 'free' })
    const code = await createQrCode(stores.sql, free)
    const { key } = await createKey(stores.sql, free)
    const { json } = await scans.ask(`/qranalytics/qr/${code.id}`, key)
    expect(json.data).toMatchObject({ devices: null, referrers: null, totalScans: 0 })
  })

  it("returns 404 NOT_FOUND for an unknown code or another account's, and 400 INVALID_INPUT for an invalid id", async () => {
    const key = await scans.keyOnPlan('business')
    expectError(await scans.ask(`/qranalytics/qr/${scans.menu.id}`, key), { status: 404, code: 'NOT_FOUND' })
    expectError(await scans.ask(`/qranalytics/qr/${scans.account.id}`), { status: 404, code: 'NOT_FOUND' })
    expectError(await scans.ask('/qranalytics/qr/menu'), { status: 400, code: 'INVALID_INPUT' })
  })
})
