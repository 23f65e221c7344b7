import { filterQuery } from '#schemas/analytics.ts'
import { locationReply } from '#schemas/breakdowns.ts'
import { mostPlaces } from '#schemas/report-limits.ts'
import { breakDown } from './break-down.ts'
import { type Report, type ReportRequest, reportOfAccount, reportOfLink } from './report.ts'

export const locationReport: Report<typeof filterQuery, typeof locationReply> = {
  summary: 'Get clicks by country, region, and city',
  query: filterQuery,
  reply: locationReply,
  standard: 'all_time',
  async answer(asked) {
    const { total, lists } = await breakDownPlaces(asked)
    return { ...lists, total_clicks: total.clicks }
  },
}

export const readLocations = [
  ...reportOfLink('location', locationReport),
  reportOfAccount('/analytics/user-locations', locationReport),
]

/** A region belongs to its country, and a city to its region. */
export const breakDownPlaces = (clicks: Pick<ReportRequest, 'ask' | 'where'>) =>
  breakDown(clicks, {
    by: {
      countries: ['country_code'],
      regions: ['country_code', 'region'],
      cities: ['country_code', 'region', 'city'],
    },
    carry: 'country',
    visitors: true,
    most: mostPlaces,
  })
