import { describe, expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { account, get, read, stores, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const march = 'startDate=2026-03-27&endDate=2026-03-31'

describe('GET /analytics/user-devices', () => {
  it('returns data.data for all of the account’s URLs, without a count', async () => {
    const { status, json } = await get(`/user-devices?${march}&traffic=human&countryCode=de`)
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: {
        data: {
          browsers: [
            { name: 'Chrome', clicks: 8, percentage: 80 },
            { name: 'Firefox', clicks: 2, percentage: 20 },
          ],
          operating_systems: [
            { name: 'Android', clicks: 4, percentage: 40 },
            { name: 'Windows', clicks: 4, percentage: 40 },
            { name: 'Linux', clicks: 2, percentage: 20 },
          ],
          device_types: [
            { type: 'desktop', clicks: 6, percentage: 60 },
            { type: 'mobile', clicks: 4, percentage: 40 },
          ],
        },
      },
    })
  })

  it('days: 1 to 365, 30 by default', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 + 60_000).toISOString()
    const on = (at: string) => ({ account_id: account.id, browser: 'Recent', at })
    await storeClicks(
      stores.ch,
      [1, 7, 30, 31, 365, 366].map((days) => on(daysAgo(days))),
    )
    const clicks = async (query: string) =>
      (await read(`/user-devices?browser=recent${query}`)).data.browsers.map((row: { clicks: number }) => row.clicks)
    expect(await clicks('')).toEqual([3])
    expect(await clicks('&days=1')).toEqual([1])
    expect(await clicks('&days=7')).toEqual([2])
    expect(await clicks('&days=30')).toEqual([3])
    expect(await clicks('&days=365')).toEqual([5])
    expect(await clicks('&days=1&dateRange=7d')).toEqual([2])
    expect(await clicks('&dateRange=all_time')).toEqual([6])
  })

  describeRefusals({
    ofAccount: '/user-devices',
    feature: 'device_analytics',
    bad: [
      ['days=0', 'days'],
      ['days=366', 'days'],
      ['days=1.5', 'days'],
      ['days=x', 'days'],
      ['days=1&days=2', 'days'],
    ],
  })
})
