import { describe, expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { account, get, links, read, stores, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

describe('GET /analytics/referrers/{id}', () => {
  it('returns sources, domains and the total of clicks', async () => {
    const { status, json } = await get('/referrers/spring')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: {
        trafficSources: [
          { source: 'Search', clicks: 3, uniqueVisitors: 2, percentage: 42.86 },
          { source: 'Email', clicks: 2, uniqueVisitors: 2, percentage: 28.57 },
          { source: 'Social', clicks: 2, uniqueVisitors: 1, percentage: 28.57 },
        ],
        referrerDomains: [
          { domain: 'google.com', clicks: 3, uniqueVisitors: 2 },
          { domain: 'mail.google.com', clicks: 2, uniqueVisitors: 2 },
          { domain: 't.co', clicks: 2, uniqueVisitors: 1 },
        ],
        totalClicks: 7,
      },
    })
  })

  it('clicks without a referrer count in the total, but in no domain', async () => {
    const { referrerDomains, totalClicks } = await read('/referrers/all')
    expect(totalClicks).toBe(22)
    expect(referrerDomains.map(({ domain, clicks }: Record<string, unknown>) => [domain, clicks])).toEqual([
      ['google.com', 8],
      ['news.example', 3],
      ['t.co', 3],
      ['mail.google.com', 2],
    ])
  })

  it('id is a UUID, short code, alias or all, in both path families', async () => {
    const expected = await read('/referrers/spring')
    for (const path of [`/referrers/${links.spring}`, '/url/spring/referrers', `/url/${links.spring}/referrers`]) {
      expect(await read(path)).toEqual(expected)
    }
    expect(await read('/url/all/referrers')).toEqual(await read('/referrers/all'))
  })

  it('returns no rows without clicks', async () => {
    expect(await read('/referrers/all?dateRange=24h')).toEqual({
      trafficSources: [],
      referrerDomains: [],
      totalClicks: 0,
    })
  })

  it('returns the top 20 domains', async () => {
    const from = (index: number) => ({
      account_id: account.id,
      at: '2026-01-01T00:00:00Z',
      referrer_domain: `${String(index).padStart(2, '0')}.example`,
    })
    await storeClicks(
      stores.ch,
      Array.from({ length: 25 }, (_, index) =>
        Array.from({ length: 1 + (index % 5 === 0 ? 1 : 0) }, () => from(index)),
      ).flat(),
    )
    const { referrerDomains, totalClicks } = await read('/referrers/all?endDate=2026-01-01')
    const names = referrerDomains.map(({ domain }: { domain: string }) => Number(domain.slice(0, 2)))
    expect(names).toEqual([0, 5, 10, 15, 20, 1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18])
    expect(totalClicks).toBe(30)
  })

  describeRefusals({ ofLink: 'referrers', feature: 'traffic_source_analytics' })
})
