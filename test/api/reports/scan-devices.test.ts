import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { march, openScans, type Scans } from '../support/scans.ts'

let scans: Scans
beforeAll(async () => {
  scans = await openScans()
})
afterAll(() => scans.close())

const path = '/qranalytics/devices'
const total = async (query: string) => (await scans.read(`${path}?${query}`)).data.totalScans

describe('GET /qranalytics/devices', () => {
  it('returns deviceTypes, osBreakdown, browserBreakdown and totalScans', async () => {
    expect(await scans.read(`${path}?${march}`)).toEqual({
      success: true,
      data: {
        deviceTypes: [
          { type: 'mobile', scans: 3, uniqueScanners: 2, percentage: 60 },
          { type: 'desktop', scans: 1, uniqueScanners: 1, percentage: 20 },
          { type: 'tablet', scans: 1, uniqueScanners: 1, percentage: 20 },
        ],
        osBreakdown: [
          { name: 'iOS', scans: 3, uniqueScanners: 1 },
          { name: 'Android', scans: 1, uniqueScanners: 1 },
          { name: 'Windows', scans: 1, uniqueScanners: 1 },
        ],
        browserBreakdown: [
          { name: 'Safari', scans: 3, uniqueScanners: 1 },
          { name: 'Chrome', scans: 2, uniqueScanners: 2 },
        ],
        totalScans: 5,
      },
    })
  })

  it('returns empty lists without scans', async () => {
    expect((await scans.read(`${path}?startDate=2025-01-01&endDate=2025-01-02`)).data).toEqual({
      deviceTypes: [],
      osBreakdown: [],
      browserBreakdown: [],
      totalScans: 0,
    })
  })

  it.each([
    [march, 5],
    ['dateRange=all_time', 9],
    [`${march}&deviceType=mobile`, 3],
    [`${march}&traffic=all`, 6],
    [`${march}&traffic=bot`, 1],
    [`${march}&trigger=link`, 0],
    [`${march}&country=Germany`, 3],
    [`${march}&browser=chrome`, 2],
    ['days=1', 0],
  ])('accepts days and the common filters: %s leaves %i scans', async (query, expected) => {
    expect(await total(query)).toBe(expected)
  })

  it('reports unknown values as Unknown', async () => {
    const { data } = await scans.read(`${path}?${march}&traffic=bot`)
    expect(data.osBreakdown).toEqual([{ name: 'Unknown', scans: 1, uniqueScanners: 1 }])
  })

  it.each(['days=0', 'days=366', 'days=week'])('returns 400 BAD_REQUEST for %s', async (query) => {
    const details = expect.stringContaining('days')
    expectError(await scans.ask(`${path}?${query}`), { status: 400, code: 'BAD_REQUEST', details })
  })

  it('returns 401 UNAUTHORIZED without a key', async () => {
    expectError(await scans.api.request('GET', path), { status: 401, code: 'UNAUTHORIZED' })
  })

  it('returns 403 FEATURE_DISABLED {feature, currentPlan} on a plan without device analytics', async () => {
    expectError(await scans.ask(path, await scans.keyOnPlan('free')), {
      status: 403,
      code: 'FEATURE_DISABLED',
      details: { feature: 'device_analytics', currentPlan: 'free' },
    })
  })
})
