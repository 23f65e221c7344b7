import { describe, expect, it } from 'vitest'
import { get, links, read, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const none = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }
const letter = { ...none, utm_source: 'News, Letter', utm_medium: 'email', utm_campaign: 'spring' }
const ads = {
  utm_source: 'google',
  utm_medium: 'CPC',
  utm_campaign: 'spring',
  utm_term: 'red-shoes',
  utm_content: '-banner',
}
const partner = { ...none, utm_source: 'partner' }
const noValues = { utm_source: [], utm_medium: [], utm_campaign: [], utm_term: [], utm_content: [] }
const valuesOf = (combination: Partial<typeof ads>, clicks: number) =>
  Object.fromEntries(Object.entries(combination).map(([name, value]) => [name, [{ value, clicks }]]))
const nothing = { data: [], total_campaigns: 0, parameters: noValues, total_clicks: 0 }

describe('GET /analytics/utm/{shortUrlId}', () => {
  it('returns data.data, null for missing parameters, the number of distinct combinations, and the values of each parameter', async () => {
    const { status, json } = await get('/utm/all')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: {
        data: [
          { ...ads, clicks: 5, unique_visitors: 2 },
          { ...letter, clicks: 4, unique_visitors: 3 },
          { ...partner, clicks: 2, unique_visitors: 1 },
        ],
        total_campaigns: 3,
        parameters: {
          utm_source: [
            { value: 'google', clicks: 5 },
            { value: 'News, Letter', clicks: 4 },
            { value: 'partner', clicks: 2 },
          ],
          utm_medium: [
            { value: 'CPC', clicks: 5 },
            { value: 'email', clicks: 4 },
          ],
          utm_campaign: [{ value: 'spring', clicks: 9 }],
          utm_term: [{ value: 'red-shoes', clicks: 5 }],
          utm_content: [{ value: '-banner', clicks: 5 }],
        },
        total_clicks: 22,
      },
    })
  })

  it('shortUrlId is a UUID, short code, or custom alias, in both path families', async () => {
    const { utm_source, utm_medium, utm_campaign } = letter
    const expected = {
      data: [{ ...letter, clicks: 4, unique_visitors: 3 }],
      total_campaigns: 1,
      parameters: { ...noValues, ...valuesOf({ utm_source, utm_medium, utm_campaign }, 4) },
      total_clicks: 7,
    }
    for (const path of ['/utm/spring', `/utm/${links.spring}`, '/url/spring/utm', `/url/${links.spring}/utm`]) {
      expect(await read(path)).toEqual(expected)
    }
    expect(await read('/url/all/utm')).toEqual(await read('/utm/all'))
  })

  it('clicks without UTM parameters are not in a row, but in the total', async () => {
    expect(await read('/utm/all?browser=safari&os=macos')).toEqual({ ...nothing, total_clicks: 3 })
  })

  it('urlType applies to all', async () => {
    expect(await read('/utm/all?urlType=subdomain')).toEqual({
      data: [{ ...ads, clicks: 3, unique_visitors: 1 }],
      total_campaigns: 1,
      parameters: valuesOf(ads, 3),
      total_clicks: 4,
    })
  })

  it('dateRange: all_time by default', async () => {
    expect(await read('/utm/all?dateRange=last_30_days')).toEqual(nothing)
    expect(await read('/utm/all?dateRange=all_time')).toEqual(await read('/utm/all'))
  })

  it('common filters: one parameter does not hide the others of its combination', async () => {
    expect(await read('/utm/all?utm_campaign=spring&utm_medium=cpc')).toEqual({
      data: [{ ...ads, clicks: 5, unique_visitors: 2 }],
      total_campaigns: 1,
      parameters: valuesOf(ads, 5),
      total_clicks: 5,
    })
  })

  describeRefusals({ ofLink: 'utm', feature: 'utm_analytics' })
})
