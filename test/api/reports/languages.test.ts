import { describe, expect, it } from 'vitest'
import { get, links, read, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const row = (language: string | null, clicks: number, percentage: number) => ({ language, clicks, percentage })

describe('GET /analytics/languages/{id}', () => {
  it('returns languages with clicks and percentages, null for unknown ones', async () => {
    const { status, json } = await get('/languages/all')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: [row('fr', 9, 40.91), row('de', 8, 36.36), row('en', 3, 13.64), row(null, 2, 9.09)],
    })
  })

  it('id is a UUID, short code, alias or all, in both path families', async () => {
    const expected = [row('de', 4, 57.14), row('fr', 3, 42.86)]
    for (const id of ['spring', links.spring]) {
      expect(await read(`/languages/${id}`)).toEqual(expected)
      expect(await read(`/url/${id}/languages`)).toEqual(expected)
    }
    expect(await read('/url/all/languages')).toEqual(await read('/languages/all'))
  })

  it('returns no rows without clicks', async () => {
    expect(await read('/languages/all?dateRange=24h')).toEqual([])
  })

  describeRefusals({ ofLink: 'languages' })
})
