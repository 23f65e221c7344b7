import { describe, expect, it } from 'vitest'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { api, create, get, key, links, read, stores, strangerKey, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const figures = async (query = '', as = key) =>
  (await read(`/campaigns/all${query}`, as)).campaigns.map(({ name, clicks, unique_visitors, percentage }: Row) => [
    name,
    clicks,
    unique_visitors,
    percentage,
  ])

interface Row {
  name: string
  clicks: number
  unique_visitors: number
  percentage: number
}

describe('GET /analytics/campaigns/{id}', () => {
  it('returns campaigns by the clicks of their links, with percentages', async () => {
    const { status, json } = await get('/campaigns/all')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: {
        campaigns: [
          { id: expect.any(String), name: 'Spring', clicks: 7, unique_visitors: 4, percentage: 31.82 },
          { id: expect.any(String), name: 'Summer', clicks: 5, unique_visitors: 3, percentage: 22.73 },
        ],
        total_clicks: 22,
      },
    })
  })

  it('filters apply to clicks, campaignId to campaigns', async () => {
    expect(await figures('?countryCode=de')).toEqual([
      ['Spring', 4, 2, 40],
      ['Summer', 1, 1, 10],
    ])
    expect(await figures('?campaignId=Summer')).toEqual([['Summer', 5, 3, 100]])
    expect(await figures('?dateRange=24h')).toEqual([])
  })

  it('id is a UUID, short code, alias or all, in both path families', async () => {
    const expected = await read('/campaigns/spring')
    expect(expected.campaigns).toMatchObject([{ name: 'Spring', clicks: 7, percentage: 100 }])
    for (const path of [`/campaigns/${links.spring}`, '/url/spring/campaigns'])
      expect(await read(path)).toEqual(expected)
    expect((await read('/campaigns/plain')).campaigns).toEqual([])
  })

  it('returns no campaigns of another account', async () => {
    expect(await figures('', strangerKey)).toEqual([])
  })

  it('returns only clicks of a domain for a key limited to it', async () => {
    const { id } = (await api.request('GET', '/domains', { key })).json.data.find(
      ({ type }: { type: string }) => type === 'subdomain',
    )
    const bound = await create('/api-keys', { name: 'Bound', permissions: ['analytics'], domain_ids: [id] })
    expect(await figures('', bound.key)).toEqual([])
  })

  it('counts a short URL for its current campaign, and not after its campaign is deleted', async () => {
    await create('/campaigns', { name: 'Autumn' })
    await api.request('POST', '/campaigns/Autumn/urls', { key, body: { url_ids: [links.plain] } })
    await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
    expect((await figures()).map(([name]: [string]) => name)).toEqual(['Spring', 'Autumn', 'Summer'])
    await api.request('DELETE', '/campaigns/Autumn', { key })
    expect((await figures()).map(([name]: [string]) => name)).toEqual(['Spring', 'Summer'])
  })
})

describeRefusals({ ofLink: 'campaigns' })
