import { describe, expect, it } from 'vitest'
import { get, links, read, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const row = (continent: string | null, clicks: number, percentage: number) => ({ continent, clicks, percentage })

describe('GET /analytics/continents/{id}', () => {
  it('returns continents with clicks and percentages, null for unknown countries', async () => {
    const { status, json } = await get('/continents/all')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: [row('Europe', 17, 77.27), row('Africa', 3, 13.64), row(null, 2, 9.09)],
    })
  })

  it('id is a UUID, short code, alias or all, in both path families', async () => {
    const expected = [row('Africa', 2, 40), row('Europe', 3, 60)].reverse()
    for (const id of ['summer', links.summer]) {
      expect(await read(`/continents/${id}`)).toEqual(expected)
      expect(await read(`/url/${id}/continents`)).toEqual(expected)
    }
  })

  describeRefusals({ ofLink: 'continents' })
})
