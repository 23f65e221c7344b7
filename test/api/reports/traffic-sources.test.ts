import { describe, expect, it } from 'vitest'
import { get, links, read, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const row = (source: string, clicks: number, percentage: number) => ({ source, clicks, percentage })

describe('GET /analytics/user-traffic-sources', () => {
  it('returns Direct, Social, Referral, Email and Search with clicks and percentage', async () => {
    const { status, json } = await get('/user-traffic-sources')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: [
        row('Search', 8, 36.36),
        row('Direct', 6, 27.27),
        row('Referral', 3, 13.64),
        row('Social', 3, 13.64),
        row('Email', 2, 9.09),
      ],
    })
  })

  it('dateRange: all_time by default', async () => {
    expect(await read('/user-traffic-sources?dateRange=last_year&startDate=2026-01-01')).not.toEqual([])
    expect(await read('/user-traffic-sources?dateRange=24h')).toEqual([])
    expect(await read('/user-traffic-sources?dateRange=all_time')).toEqual(await read('/user-traffic-sources'))
  })

  it('urlType: all by default', async () => {
    expect(await read('/user-traffic-sources?urlType=subdomain')).toEqual([row('Search', 3, 75), row('Social', 1, 25)])
    expect(await read('/user-traffic-sources?urlType=all')).toEqual(await read('/user-traffic-sources'))
  })

  it('common filters: percentages refer to the filtered clicks', async () => {
    expect(await read('/user-traffic-sources?utmSource=google')).toEqual([row('Search', 3, 60), row('Referral', 2, 40)])
  })

  describeRefusals({ ofAccount: '/user-traffic-sources', feature: 'traffic_source_analytics' })
})

describe('GET /analytics/traffic-sources/{id}', () => {
  it('id is a UUID, short code, alias or all, in both path families', async () => {
    const expected = [row('Search', 3, 42.86), row('Email', 2, 28.57), row('Social', 2, 28.57)]
    for (const id of ['spring', links.spring]) {
      expect(await read(`/traffic-sources/${id}`)).toEqual(expected)
      expect(await read(`/url/${id}/traffic-sources`)).toEqual(expected)
    }
    const all = await read('/user-traffic-sources')
    expect(await read('/traffic-sources/all')).toEqual(all)
    expect(await read('/url/all/traffic-sources')).toEqual(all)
  })

  describeRefusals({ ofLink: 'traffic-sources', feature: 'traffic_source_analytics' })
})
