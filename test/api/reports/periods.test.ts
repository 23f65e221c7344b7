import { beforeAll, describe, expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { account, links, read, stores, useClicks } from '../support/analytics.ts'

useClicks()

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Ages of the clicks of `shop` that are not in the table; each period includes those it reaches back to. */
const ages = [30 * minute, 2 * hour, 3 * day, 20 * day, 60 * day, 200 * day, 400 * day]

beforeAll(async () => {
  const now = Date.now()
  const clicks = ages.map((age) => ({
    account_id: account.id,
    link_id: links.shop,
    at: new Date(now - age).toISOString(),
    browser: 'Clock',
    utm_source: 'clock',
    language: 'xx',
  }))
  await storeClicks(stores.ch, clicks)
})

const spans = [
  ['last_hour', 1],
  ['last_24_hours', 2],
  ['24h', 2],
  ['last_7_days', 3],
  ['7d', 3],
  ['last_30_days', 4],
  ['30d', 4],
  ['last_90_days', 5],
  ['90d', 5],
  ['last_year', 6],
  ['1y', 6],
  ['all_time', 7],
] as const

interface Row {
  clicks: number
}
const sum = (rows: Row[]) => rows.reduce((clicks, row) => clicks + row.clicks, 0)

/** The number of clicks in each report. */
async function counts(query: string) {
  const ask = (path: string) => read(`${path}?browser=clock&${query}`)
  return {
    timeline: sum(await ask('/timeline')),
    ofLink: sum(await ask('/url/shop/timeline')),
    device: sum((await ask('/device/shop')).data.browsers),
    userDevices: sum((await ask('/user-devices')).data.browsers),
    utm: sum((await ask('/utm/all')).data),
    trafficSources: sum(await ask('/user-traffic-sources')),
    location: (await ask('/location/shop')).total_clicks,
    referrers: (await ask('/referrers/all')).totalClicks,
    languages: sum(await ask('/languages/all')),
  }
}
const allOf = (clicks: number) => ({
  timeline: clicks,
  ofLink: clicks,
  device: clicks,
  userDevices: clicks,
  utm: clicks,
  trafficSources: clicks,
  location: clicks,
  referrers: clicks,
  languages: clicks,
})

describe('common filters: dateRange', () => {
  it.each(spans)('%s reaches back to %i clicks, in every report', async (dateRange, clicks) => {
    expect(await counts(`dateRange=${dateRange}`)).toEqual(allOf(clicks))
  })

  it.each(['date_range=last_7_days', 'dateRange=7d&days=365', 'dateRange=7d&startDate=2000-01-01'])(
    '%s is that of 7 days: it overrides days and dates',
    async (query) => {
      expect(await counts(query)).toEqual(allOf(3))
    },
  )

  it('without it, 30 days for reports that accept days, all time for others', async () => {
    expect(await counts('')).toEqual({ ...allOf(7), timeline: 4, ofLink: 4, userDevices: 4 })
  })
})
