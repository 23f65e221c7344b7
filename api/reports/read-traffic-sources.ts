import { filterQuery } from '#schemas/analytics.ts'
import { trafficSourcesReply } from '#schemas/breakdowns.ts'
import { breakDownSources } from './read-referrers.ts'
import { type Report, reportOfAccount, reportOfLink } from './report.ts'

const trafficSourcesReport: Report<typeof filterQuery, typeof trafficSourcesReply> = {
  summary: 'Get clicks by traffic source',
  description: 'Sources are Direct, Social, Referral, Email, and Search.',
  feature: 'traffic_source_analytics',
  query: filterQuery,
  reply: trafficSourcesReply,
  standard: 'all_time',
  answer: async (asked) => (await breakDownSources(asked)).lists.sources,
}

export const readTrafficSources = [
  reportOfAccount('/analytics/user-traffic-sources', trafficSourcesReport),
  ...reportOfLink('traffic-sources', trafficSourcesReport),
]
