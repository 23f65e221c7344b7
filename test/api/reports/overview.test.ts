import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { expectError } from '../support/expect-error.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let ant: { id: string; short_code: string; created_at: string }
const now = Date.now()
const day = 86_400_000
const hour = 3_600_000
const quarter = hour / 4
/** A time before `now` is always within the days that are counted from it. */
const ago = (ms: number) => new Date(now - ms).toISOString()

/**
 * Clicks of ant by visitor, and one of bee:
 *   now      1  Germany, mobile, from t.co; a scan
 *   3 days   1, 2  France, desktop
 *   20 days  3  Germany, desktop, from example.org
 *   40 days  4  Germany, desktop, from example.org; and a bot
 *   now      5  on bee
 */
beforeAll(async () => {
  reports = await openReports()
  const { account, makeUrl, stores } = reports
  ant = await makeUrl({ custom_alias: 'ant' })
  const bee = await makeUrl({ custom_alias: 'bee' })
  const past = await makeUrl({ expires_at: ago(-hour) })
  await stores.sql`update links set expires_at = now() where id = ${past.id}`
  await makeUrl({ starts_at: ago(-hour) })
  const code = await createQrCode(stores.sql, account)
  const click = { account_id: account.id, link_id: ant.id }
  const germany = { country: 'Germany', country_code: 'de' }
  const organic = { ...germany, referrer_domain: 'example.org' }
  await storeClicks(stores.ch, [
    { ...click, ...germany, device_type: 'mobile', referrer_domain: 't.co', qr_code_id: code.id, at: ago(1_000) },
    { ...click, country: 'France', country_code: 'fr', at: ago(3 * day) },
    { ...click, country: 'France', country_code: 'fr', visitor_id: '2', at: ago(3 * day) },
    { ...click, ...organic, visitor_id: '3', at: ago(20 * day) },
    { ...click, ...organic, visitor_id: '4', at: ago(40 * day) },
    { ...click, traffic: 'bot', at: ago(40 * day) },
    { ...click, link_id: bee.id, visitor_id: '5', at: ago(1_000) },
  ])
})
afterAll(() => reports.close())

const hourOf = (ms: number) => new Date(now - ms).getUTCHours()

describe('GET /analytics/overview', () => {
  it('returns the figures of all short URLs over 30 days', async () => {
    const { data } = await reports.read('/analytics/overview')
    const { period, clicks_today, ...figures } = data
    expect(figures).toEqual({
      total_urls: 4,
      active_urls: 2,
      total_clicks: 5,
      unique_visitors: 4,
      bot_clicks: 0,
      clicks_previous_period: 1,
      change_percentage: 400,
      total_qr_codes: 1,
      total_scans: 1,
      top_country: 'France',
      top_device: 'desktop',
      top_referrer: 'example.org',
    })
    expect(clicks_today).toBe(new Date(now - 1_000).getUTCDate() === new Date().getUTCDate() ? 2 : 0)
    const beyond = Date.parse(period.end_date) - Date.parse(period.start_date) - 30 * day
    expect([beyond >= 0, beyond < quarter, Date.parse(period.start_date) % quarter]).toEqual([true, true, 0])
  })

  it('accepts days and the common filters, and compares with the previous period', async () => {
    const read = async (query: string) => (await reports.read(`/analytics/overview?${query}`)).data
    expect(await read('days=2')).toMatchObject({ total_clicks: 2, clicks_previous_period: 2, change_percentage: 0 })
    expect(await read('days=15')).toMatchObject({ total_clicks: 4, clicks_previous_period: 1, change_percentage: 300 })
    expect(await read('days=50')).toMatchObject({ total_clicks: 6, bot_clicks: 1, change_percentage: null })
    expect(await read('days=30&country=Germany')).toMatchObject({
      total_clicks: 2,
      clicks_previous_period: 1,
      top_country: 'Germany',
    })
    expect(await read('dateRange=all_time')).toMatchObject({
      total_clicks: 6,
      clicks_previous_period: null,
      change_percentage: null,
      period: { start_date: null },
    })
    expect(await read('search=ant&urlType=branded')).toMatchObject({ total_urls: 0, total_clicks: 0, top_device: null })
  })

  it('compares a period that has not ended with as much of the previous one', async () => {
    const around = (days: number) => `startDate=${ago(days * day)}&endDate=${ago(-days * day)}`
    // 15 of 30 days have passed, so the clicks of 45 to 30 days ago are counted, and not that of 20 days ago.
    const { data } = await reports.read(`/analytics/overview?${around(15)}`)
    expect(data).toMatchObject({ total_clicks: 4, clicks_previous_period: 1, change_percentage: 300 })
    expect((await reports.read(`/analytics/overview/ant?${around(15)}`)).data).toMatchObject({
      total_clicks: 3,
      change_percentage: 200,
    })
    const future = `startDate=${ago(-day)}&endDate=${ago(-60 * day)}`
    expect((await reports.read(`/analytics/overview?${future}`)).data).toMatchObject({
      total_clicks: 0,
      clicks_previous_period: 0,
      change_percentage: null,
    })
  })

  it('returns 400 for days out of range, and 401 without a key', async () => {
    expectError(await reports.ask('/analytics/overview?days=366'), { status: 400, code: 'BAD_REQUEST' })
    expectError(await reports.api.request('GET', '/analytics/overview'), { status: 401, code: 'UNAUTHORIZED' })
  })
})

describe('GET /analytics/url/{id}/overview and /analytics/overview/{id}', () => {
  it('returns the figures of one short URL over all time, at both paths and for any of its ids', async () => {
    const { data } = await reports.read(`/analytics/url/${ant.id}/overview`)
    const { clicks_today, ...figures } = data
    expect(figures).toEqual({
      url: {
        id: ant.id,
        short_code: 'ant',
        short_url: 'http://localhost:8080/ant',
        name: 'ant',
        original_url: 'https://example.com',
        custom_alias: 'ant',
        url_type: 'standard',
        branded_domain: null,
        subdomain: null,
        click_count: 0,
        tracking_enabled: true,
        status: 'active',
        created_at: ant.created_at,
      },
      total_clicks: 5,
      unique_visitors: 4,
      clicks_last_7_days: 3,
      clicks_last_30_days: 4,
      change_percentage: 300,
      last_clicked_at: ago(1_000),
      peak_hour: hourOf(3 * day),
      qr_scans: 1,
      bot_clicks: 1,
      conversions: 0,
      conversion_rate: 0,
      top_country: 'Germany',
      top_device: 'desktop',
      top_referrer: 'example.org',
    })
    expect(clicks_today).toBeLessThanOrEqual(1)
    expect((await reports.read('/analytics/overview/ant')).data).toEqual(data)
  })

  it('returns the account for the id all', async () => {
    expect((await reports.read('/analytics/url/all/overview')).data).toMatchObject({ total_urls: 4, total_clicks: 6 })
  })

  it('accepts the common filters, and compares the period', async () => {
    const { data } = await reports.read('/analytics/overview/ant?dateRange=7d&timezone=Asia/Kolkata')
    const inKolkata = new Date(now - 3 * day + 5.5 * hour).getUTCHours()
    expect(data).toMatchObject({ total_clicks: 3, change_percentage: null, peak_hour: inKolkata })
    expect((await reports.read('/analytics/overview/ant?country=france')).data).toMatchObject({ total_clicks: 2 })
  })

  it('omits last_clicked_at for a short URL without clicks', async () => {
    const { id } = await reports.makeUrl()
    const { data } = await reports.read(`/analytics/overview/${id}`)
    expect(data).not.toHaveProperty('last_clicked_at')
    expect(data).toMatchObject({ total_clicks: 0, peak_hour: null, top_country: null, change_percentage: null })
  })

  it("returns 404 NOT_FOUND for an unknown short URL or another account's", async () => {
    const key = await reports.keyOnPlan('business')
    expectError(await reports.ask(`/analytics/url/${ant.id}/overview`, key), { status: 404, code: 'NOT_FOUND' })
    expectError(await reports.ask('/analytics/overview/nothing'), { status: 404, code: 'NOT_FOUND' })
  })
})

it('returns null for what the free plan does not include', async () => {
  const free = await createAccount(reports.stores.sql, { plan: 'free' })
  const { key } = await createKey(reports.stores.sql, free)
  const click = { account_id: free.id, country: 'Germany', referrer_domain: 't.co', at: ago(1_000) }
  await storeClicks(reports.stores.ch, [click])
  const { json } = await reports.ask('/analytics/overview', key)
  expect(json.data).toMatchObject({ total_clicks: 1, top_country: 'Germany', top_device: null, top_referrer: null })
})
