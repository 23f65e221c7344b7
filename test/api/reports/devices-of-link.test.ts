import { describe, expect, it } from 'vitest'
import { get, links, read, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const row = (name: string, clicks: number, percentage: number) => ({ name, clicks, percentage })
const type = (name: string, clicks: number, percentage: number) => ({ type: name, clicks, percentage })

describe('GET /analytics/device/{shortUrlId}', () => {
  it('returns data.data and a count', async () => {
    const { status, json } = await get('/device/spring')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: {
        data: {
          browsers: [row('Chrome', 5, 71.43), row('Safari', 2, 28.57)],
          operating_systems: [row('Windows', 4, 57.14), row('iOS', 2, 28.57), row('Android', 1, 14.29)],
          device_types: [type('desktop', 4, 57.14), type('mobile', 3, 42.86)],
        },
        total_device_combinations: 3,
      },
    })
  })

  it('shortUrlId is a UUID, short code, or custom alias, in both path families', async () => {
    const byAlias = await read('/device/spring')
    for (const path of [`/device/${links.spring}`, '/url/spring/device', `/url/${links.spring}/device`]) {
      expect(await read(path)).toEqual(byAlias)
    }
    expect((await read('/device/shop')).total_device_combinations).toBe(2)
  })

  it('or all', async () => {
    const everything = {
      data: {
        browsers: [row('Chrome', 10, 45.45), row('Safari', 8, 36.36), row('Firefox', 2, 9.09), row('Unknown', 2, 9.09)],
        operating_systems: [
          row('Windows', 6, 27.27),
          row('iOS', 5, 22.73),
          row('Android', 4, 18.18),
          row('macOS', 3, 13.64),
          row('Linux', 2, 9.09),
          row('Unknown', 2, 9.09),
        ],
        device_types: [
          type('desktop', 11, 50),
          type('mobile', 7, 31.82),
          type('other', 2, 9.09),
          type('tablet', 2, 9.09),
        ],
      },
      total_device_combinations: 7,
    }
    expect(await read('/device/all')).toEqual(everything)
    expect(await read('/url/all/device')).toEqual(everything)
  })

  it('common filters: percentages refer to the filtered clicks', async () => {
    expect(await read('/device/all?deviceType=mobile&countryCode=fr')).toEqual({
      data: {
        browsers: [row('Safari', 3, 100)],
        operating_systems: [row('iOS', 3, 100)],
        device_types: [type('mobile', 3, 100)],
      },
      total_device_combinations: 1,
    })
  })

  it('returns no rows without clicks', async () => {
    expect(await read('/device/spring?startDate=2020-01-01&endDate=2020-01-02')).toEqual({
      data: { browsers: [], operating_systems: [], device_types: [] },
      total_device_combinations: 0,
    })
  })

  it('accepts the names that it returns as filters', async () => {
    const { data } = await read('/device/all')
    for (const [filter, rows] of [
      ['browser', data.browsers],
      ['os', data.operating_systems],
    ]) {
      for (const { name, clicks } of rows) {
        const filtered = await read(`/device/all?${filter}=${name}`)
        expect(filtered.data.device_types.reduce((sum: number, each: typeof clicks) => sum + each.clicks, 0)).toBe(
          clicks,
        )
      }
    }
  })

  describeRefusals({ ofLink: 'device', feature: 'device_analytics' })
})
