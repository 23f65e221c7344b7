import { shapes } from '#model/clicks/queries/shapes.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { locationReply } from '#schemas/breakdowns.ts'
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
export const breakDownPlaces = (clicks: Pick<ReportRequest, 'ask' | 'where'>) => breakDown(clicks, shapes.places)
