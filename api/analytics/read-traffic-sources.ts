import { filterQuery } from '#schemas/analytics.ts'
import { trafficSourcesReply } from '#schemas/breakdowns.ts'
import { percentage } from './percentage.ts'
import { type SourceCount, sourceRow, sources } from './queries/sources.ts'
import { type Report, reportOfAccount, reportOfLink } from './report.ts'

const trafficSourcesReport: Report<typeof filterQuery, typeof trafficSourcesReply> = {
  summary: 'Clicks by where visitors came from: Direct, Social, Referral, Email or Search',
  feature: 'traffic_source_analytics',
  query: filterQuery,
  reply: trafficSourcesReply,
  standard: 'all_time',
  async answer({ ask, where }) {
    return shareOut(await ask(sources(where), sourceRow))
  },
}

export const readTrafficSources = [
  reportOfAccount('/analytics/user-traffic-sources', trafficSourcesReport),
  ...reportOfLink('traffic-sources', trafficSourcesReport),
]

export const shareOut = (rows: readonly SourceCount[]) =>
  rows.map(({ source, clicks, total }) => ({ source, clicks, percentage: percentage(clicks, total) }))
