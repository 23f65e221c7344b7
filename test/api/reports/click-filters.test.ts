import { describe, expect, it } from 'vitest'
import { get, key, read, strangerKey, useClicks } from '../support/analytics.ts'
import { expectError } from '../support/expect-error.ts'
import type { Answer } from '../support/http.ts'
import { filters } from './filter-cases.ts'

useClicks()

/** The number of clicks in the data of a response. */
type CountClicks = (answered: Answer['json']) => number

const sum: CountClicks = (rows: { clicks: number }[]) => rows.reduce((clicks, row) => clicks + row.clicks, 0)

/** Every report that accepts the common filters. */
const reports: Record<string, CountClicks> = {
  '/timeline': sum,
  '/timeline/all': sum,
  '/device/all': ({ data }) => sum(data.device_types),
  '/user-devices': ({ data }) => sum(data.browsers),
  '/user-traffic-sources': sum,
  '/traffic-sources/all': sum,
  '/user-locations': ({ total_clicks }) => total_clicks,
  '/url/all/location': ({ cities }) => sum(cities),
  '/referrers/all': ({ totalClicks }) => totalClicks,
  '/url/all/languages': sum,
  '/continents/all': sum,
}
const ofTagged: Record<string, CountClicks> = { '/utm/all': ({ data }) => sum(data) }

/** Filters without a period are tested over all time, since some reports default to the last 30 days. */
const hasPeriod = (filter: string) => /date/i.test(filter)

async function count(filter: string, of: typeof reports, as = key): Promise<Record<string, number>> {
  const query = encodeURI(filter).replaceAll('%25', '%') + (hasPeriod(filter) ? '' : '&dateRange=all_time')
  const ask = async ([path, clicksOf]: [string, CountClicks]) => [path, clicksOf(await read(`${path}?${query}`, as))]
  return Object.fromEntries(await Promise.all(Object.entries(of).map(ask)))
}

const each = (of: typeof reports, clicks: number) => Object.fromEntries(Object.keys(of).map((path) => [path, clicks]))

/** Each filter is tested with this many reports, the next filter with the next ones. */
const asked = 3
let turn = 0
function nextReports(): typeof reports {
  const all = Object.entries(reports)
  return Object.fromEntries(Array.from({ length: asked }, () => all[turn++ % all.length] ?? []))
}

describe.each(filters)('common filters: %s', (_, rows) => {
  it.each(rows)('%s leaves %i clicks, %i of them tagged', async (filter, clicks, taggedClicks) => {
    const some = nextReports()
    const counts = await count(filter, { ...some, ...ofTagged })
    expect(counts).toEqual({ ...each(some, clicks), ...each(ofTagged, taggedClicks) })
  })
})

describe('common filters of one short URL', () => {
  const ofLink = Object.entries(reports).filter(([path]) => path.includes('/all'))
  const ofSpring = Object.fromEntries(ofLink.map(([path, clicksOf]) => [path.replace('all', 'spring'), clicksOf]))

  it.each([
    ['browser=chrome', 5],
    ['campaignId=Spring', 7],
    ['campaignId=Summer', 0],
    ['urlType=subdomain', 0],
    ['traffic=all&startDate=2026-03-30', 3],
  ])('%s leaves %i clicks', async (filter, clicks) => {
    expect(await count(filter, ofSpring)).toEqual(each(ofSpring, clicks))
  })
})

describe('common filters of another account with clicks of the same short URL id', () => {
  it('leave only its own clicks, and none for names of the first account', async () => {
    expect(await count('', { ...reports, ...ofTagged }, strangerKey)).toEqual({ ...each(reports, 2), '/utm/all': 1 })
    for (const filter of ['campaignId=Spring', 'tags=red', 'browser=chrome', 'countryCode=de']) {
      expect(await count(filter, reports, strangerKey), filter).toEqual(each(reports, 0))
    }
  })
})

it('rejects too many values', async () => {
  const many = Array.from({ length: 51 }, (_, index) => index)
  for (const [query, details] of [
    [`tags=${many.join(',')}`, 'tags'],
    [many.map((value) => `city=${value}`).join('&'), 'city'],
    [`country=${'n'.repeat(1_025)}`, 'country'],
  ]) {
    const answer = await get(`/device/all?${query}`)
    expectError(answer, { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(details ?? '') })
  }
})
