import { describe, expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { account, get, links, read, stores, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const germany = { country: 'Germany', country_code: 'de' }
const france = { country: 'France', country_code: 'fr' }
const ivory = { country: "Côte d'Ivoire", country_code: 'ci' }
const nowhere = { country: null, country_code: null }
const count = (clicks: number, unique_visitors: number, percentage: number) => ({ clicks, unique_visitors, percentage })

describe('GET /analytics/user-locations', () => {
  it('returns countries, regions and cities, null for unknown ones, and all clicks', async () => {
    const { status, json } = await get('/user-locations')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: {
        countries: [
          { ...germany, ...count(10, 4, 45.45) },
          { ...france, ...count(7, 4, 31.82) },
          { ...ivory, ...count(3, 2, 13.64) },
          { ...nowhere, ...count(2, 1, 9.09) },
        ],
        regions: [
          { ...germany, region: 'Land Berlin', ...count(6, 2, 27.27) },
          { ...france, region: 'Île-de-France', ...count(5, 3, 22.73) },
          { ...germany, region: 'North Rhine-Westphalia', ...count(4, 2, 18.18) },
          { ...ivory, region: 'Abidjan', ...count(3, 2, 13.64) },
          { ...nowhere, region: null, ...count(2, 1, 9.09) },
          { ...france, region: 'Auvergne-Rhône-Alpes', ...count(2, 1, 9.09) },
        ],
        cities: [
          { ...germany, region: 'Land Berlin', city: 'Berlin', ...count(6, 2, 27.27) },
          { ...france, region: 'Île-de-France', city: 'Paris', ...count(5, 3, 22.73) },
          { ...germany, region: 'North Rhine-Westphalia', city: 'Köln', ...count(4, 2, 18.18) },
          { ...ivory, region: 'Abidjan', city: 'Abidjan', ...count(3, 2, 13.64) },
          { ...nowhere, region: null, city: null, ...count(2, 1, 9.09) },
          { ...france, region: 'Auvergne-Rhône-Alpes', city: 'Lyon', ...count(2, 1, 9.09) },
        ],
        total_clicks: 22,
      },
    })
  })

  it('returns no rows without clicks', async () => {
    const nothing = { countries: [], regions: [], cities: [], total_clicks: 0 }
    expect(await read('/user-locations?dateRange=last_24_hours')).toEqual(nothing)
  })

  it('counts a region within its country, and a city within its region', async () => {
    const paris = { account_id: account.id, at: '2026-04-01T12:00:00Z', city: 'Paris' }
    const states = { country: 'United States', country_code: 'us' }
    await storeClicks(stores.ch, [
      { ...paris, ...states, region: 'Texas' },
      { ...paris, ...states, region: 'Île-de-France' },
      { ...paris, ...france, region: 'Île-de-France' },
    ])
    const { regions, cities } = await read('/user-locations?startDate=2026-04-01&endDate=2026-04-01')
    const one = count(1, 1, 33.33)
    const expected = [
      { ...france, region: 'Île-de-France', ...one },
      { ...states, region: 'Texas', ...one },
      { ...states, region: 'Île-de-France', ...one },
    ]
    expect(regions).toEqual(expected)
    expect(cities).toEqual(expected.map((row) => ({ ...row, city: 'Paris' })))
  })

  describeRefusals({ ofAccount: '/user-locations' })
})

describe('GET /analytics/location/{id}', () => {
  it('id is a UUID, short code, alias or all, in both path families', async () => {
    const { countries, total_clicks } = await read('/location/spring')
    expect(countries).toEqual([
      { ...germany, ...count(4, 2, 57.14) },
      { ...france, ...count(3, 2, 42.86) },
    ])
    expect(total_clicks).toBe(7)
    for (const path of [`/location/${links.spring}`, '/url/spring/location', `/url/${links.spring}/location`]) {
      expect((await read(path)).countries).toEqual(countries)
    }
    const all = await read('/user-locations')
    expect(await read('/location/all')).toEqual(all)
    expect(await read('/url/all/location')).toEqual(all)
  })

  describeRefusals({ ofLink: 'location' })
})
