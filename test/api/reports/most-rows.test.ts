import { beforeAll, describe, expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { account, read, stores, useClicks } from '../support/analytics.ts'

useClicks()

const april = 'startDate=2026-04-01&endDate=2026-04-01'
const many = 1_100

/** One click for each of 1,100 names in every field, and one more for the last name. */
beforeAll(async () => {
  const click = (index: number) => {
    const name = `n${String(index).padStart(4, '0')}`
    const named = {
      browser: name,
      os: name,
      language: name,
      country: name,
      country_code: name,
      region: name,
      city: name,
    }
    return { ...named, account_id: account.id, at: '2026-04-01T12:00:00Z', utm_term: name }
  }
  const clicks = Array.from({ length: many }, (_, index) => click(index))
  await storeClicks(stores.ch, [...clicks, click(many - 1)])
})

describe('lists the rows with the most clicks, while totals and percentages include all:', () => {
  const two = { clicks: 2, percentage: 0.18 }
  const one = { clicks: 1, percentage: 0.09 }

  it('devices', async () => {
    const { data, total_device_combinations } = await read(`/device/all?${april}`)
    for (const rows of [data.browsers, data.operating_systems]) {
      expect(rows).toHaveLength(500)
      expect(rows.slice(0, 2)).toEqual([
        { name: 'n1099', ...two },
        { name: 'n0000', ...one },
      ])
    }
    expect(data.device_types).toEqual([{ type: 'desktop', clicks: many + 1, percentage: 100 }])
    expect(total_device_combinations).toBe(many)
  })

  it('UTM', async () => {
    const { data, total_campaigns, parameters } = await read(`/utm/all?${april}`)
    expect(data).toHaveLength(1_000)
    expect(data[0]).toMatchObject({ utm_term: 'n1099', clicks: 2 })
    expect(total_campaigns).toBe(many)
    expect(parameters.utm_term).toHaveLength(500)
    expect(parameters.utm_term[0]).toEqual({ value: 'n1099', clicks: 2 })
    expect(parameters.utm_source).toEqual([])
  })

  it('languages', async () => {
    const rows = await read(`/languages/all?${april}`)
    expect(rows).toHaveLength(500)
    expect(rows.slice(0, 2)).toEqual([
      { language: 'n1099', ...two },
      { language: 'n0000', ...one },
    ])
  })

  it('locations', async () => {
    const { countries, regions, cities, total_clicks } = await read(`/user-locations?${april}`)
    for (const rows of [countries, regions, cities]) {
      expect(rows).toHaveLength(1_000)
      expect(rows[0]).toMatchObject({ country_code: 'n1099', ...two })
    }
    expect(total_clicks).toBe(many + 1)
  })
})
