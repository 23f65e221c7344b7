import type { z } from 'zod'
import { filterQuery } from '#schemas/analytics.ts'
import { locationReply } from '#schemas/breakdowns.ts'
import { percentage } from './percentage.ts'
import { placeRow, places } from './queries/places.ts'
import { type Report, reportOfAccount, reportOfLink } from './report.ts'

export const locationReport: Report<typeof filterQuery, typeof locationReply> = {
  summary: 'Countries, regions and cities',
  query: filterQuery,
  reply: locationReply,
  standard: 'all_time',
  async answer({ ask, where }) {
    const rows = await ask(places(where), placeRow)
    const total_clicks = rows.find(({ level }) => level === 'total')?.clicks ?? 0
    const at = (wanted: z.output<typeof placeRow>['level']) =>
      rows
        .filter(({ level }) => level === wanted)
        .map((row) => ({ ...row, percentage: percentage(row.clicks, total_clicks) }))
    return { countries: at('country'), regions: at('region'), cities: at('city'), total_clicks }
  },
}

export const readLocations = [
  ...reportOfLink('location', locationReport),
  reportOfAccount('/analytics/user-locations', locationReport),
]
