import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import type { TestStores } from '../../stack/stores.ts'
import { expectError } from '../support/expect-error.ts'
import { startApi } from '../support/http.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let ant: { id: string }

/** Twelve clicks of ant on March 1, 2026, one a minute, by three visitors, and one click of another short URL. */
beforeAll(async () => {
  reports = await openReports()
  ant = await reports.makeUrl({ custom_alias: 'ant' })
  const bee = await reports.makeUrl({ custom_alias: 'bee' })
  const click = { account_id: reports.account.id, link_id: ant.id }
  const details = {
    country: 'Germany',
    country_code: 'de',
    continent: 'Europe',
    browser: 'Chrome',
    os: 'Windows',
    language: 'de',
  }
  await storeClicks(reports.stores.ch, [
    ...Array.from({ length: 12 }, (_, minute) => ({
      ...click,
      ...details,
      ...({ source: 'Social', referrer_domain: 't.co', utm_source: 'x' } as const),
      visitor_id: String(minute % 3),
      at: new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString(),
    })),
    { ...click, link_id: bee.id, at: '2026-03-01T11:00:00Z' },
  ])
})
afterAll(() => reports.close())

const march = 'startDate=2026-03-01&endDate=2026-03-02'

describe('GET /analytics/complete/{id} and /analytics/url/{id}/complete', () => {
  it('returns every report of one short URL', async () => {
    const before = Date.now()
    const { data } = await reports.read(`/analytics/complete/ant?${march}`)
    expect(Object.keys(data)).toEqual([
      'overview',
      'timeline',
      'devices',
      'locations',
      'traffic_sources',
      'referrers',
      'utm',
      'rules',
      'continents',
      'languages',
      'recent_clicks',
      'ab_test',
      'generated_at',
    ])
    expect(data.overview).toMatchObject({ url: { id: ant.id }, total_clicks: 12, unique_visitors: 3, peak_hour: 10 })
    expect(data.timeline).toEqual([
      { date: '2026-03-01T00:00:00.000Z', clicks: 12, unique_visitors: 3 },
      { date: '2026-03-02T00:00:00.000Z', clicks: 0, unique_visitors: 0 },
    ])
    expect(data.devices).toEqual({
      browsers: [{ name: 'Chrome', clicks: 12, percentage: 100 }],
      operating_systems: [{ name: 'Windows', clicks: 12, percentage: 100 }],
      device_types: [{ type: 'desktop', clicks: 12, percentage: 100 }],
    })
    expect(data.locations).toMatchObject({ countries: [{ country: 'Germany', clicks: 12 }], total_clicks: 12 })
    expect(data.traffic_sources).toEqual([{ source: 'Social', clicks: 12, percentage: 100 }])
    expect(data.referrers).toMatchObject({ referrerDomains: [{ domain: 't.co', clicks: 12 }], totalClicks: 12 })
    expect(data.utm).toMatchObject([{ utm_source: 'x', utm_medium: null, clicks: 12, unique_visitors: 3 }])
    expect(data.continents).toEqual([{ continent: 'Europe', clicks: 12, percentage: 100 }])
    expect(data.languages).toEqual([{ language: 'de', clicks: 12, percentage: 100 }])
    expect(data.recent_clicks).toEqual((await reports.read(`/analytics/clicks/ant?${march}&limit=10`)).data)
    expect(data.recent_clicks).toHaveLength(10)
    expect(data.ab_test).toBeNull()
    expect(Date.parse(data.generated_at)).toBeGreaterThanOrEqual(before)
  })

  it('returns them at both paths, for any id, and for all links', async () => {
    const { generated_at: _, ...ofAnt } = (await reports.read(`/analytics/complete/ant?${march}`)).data
    const other = (await reports.read(`/analytics/url/${ant.id}/complete?${march}`)).data
    expect(other).toMatchObject(ofAnt)
    const all = (await reports.read(`/analytics/complete/all?${march}`)).data
    expect(all.overview).toMatchObject({ total_urls: 2, total_clicks: 13 })
    expect(all.timeline[0]).toMatchObject({ clicks: 13 })
  })

  it('accepts the common filters and granularity for each of its reports', async () => {
    const { data } = await reports.read('/analytics/complete/ant?dateRange=all_time&country=france&granularity=day')
    expect(data).toMatchObject({ overview: { total_clicks: 0 }, traffic_sources: [], languages: [], recent_clicks: [] })
    expect((await reports.read(`/analytics/complete/ant?${march}&granularity=hour`)).data.timeline).toHaveLength(48)
    expect((await reports.read('/analytics/complete/ant')).data.timeline).toHaveLength(31)
  })

  it('returns null for what the free plan does not include', async () => {
    const free = await createAccount(reports.stores.sql, { plan: 'free' })
    const { key } = await createKey(reports.stores.sql, free)
    const { status, json } = await reports.ask('/analytics/complete/all', key)
    expect(status).toBe(200)
    expect(json.data).toMatchObject({ devices: null, traffic_sources: null, referrers: null, utm: null, ab_test: null })
    expect(json.data).toMatchObject({ overview: { total_clicks: 0 }, locations: { total_clicks: 0 }, languages: [] })
  })

  it("returns 404 NOT_FOUND for an unknown short URL or another account's, and 400 for an invalid filter", async () => {
    const key = await reports.keyOnPlan('business')
    expectError(await reports.ask('/analytics/complete/ant', key), { status: 404, code: 'NOT_FOUND' })
    expectError(await reports.ask('/analytics/url/nothing/complete'), { status: 404, code: 'NOT_FOUND' })
    expectError(await reports.ask('/analytics/complete/ant?granularity=minute'), { status: 400, code: 'BAD_REQUEST' })
  })
})

it('runs its reports concurrently', async () => {
  const { stores, key } = reports
  let running = 0
  let most = 0
  const counting: TestStores['ch'] = {
    ...stores.ch,
    async query(statement, row, options) {
      running += 1
      most = Math.max(most, running)
      try {
        return await stores.ch.query(statement, row, options)
      } finally {
        running -= 1
      }
    },
  }
  const api = await startApi({ ...stores, ch: counting })
  await api.request('GET', `/analytics/complete/all?${march}`, { key })
  await api.close()
  expect(most).toBeGreaterThanOrEqual(8)
})
