import { filterQuery } from '#schemas/analytics.ts'
import { referrersReply } from '#schemas/breakdowns.ts'
import { percentage } from './percentage.ts'
import { referrerDomainRow, referrerDomains } from './queries/referrer-domains.ts'
import { sourceRow, sources } from './queries/sources.ts'
import { type Report, reportOfLink } from './report.ts'

export const referrersReport: Report<typeof filterQuery, typeof referrersReply> = {
  summary: 'Traffic sources and referring domains',
  feature: 'traffic_source_analytics',
  query: filterQuery,
  reply: referrersReply,
  standard: 'all_time',
  async answer({ ask, where }) {
    const [bySource, byDomain] = await Promise.all([
      ask(sources(where), sourceRow),
      ask(referrerDomains(where), referrerDomainRow),
    ])
    return {
      trafficSources: bySource.map(({ source, clicks, unique_visitors, total }) => ({
        source,
        clicks,
        uniqueVisitors: unique_visitors,
        percentage: percentage(clicks, total),
      })),
      referrerDomains: byDomain.map(({ domain, clicks, unique_visitors }) => ({
        domain,
        clicks,
        uniqueVisitors: unique_visitors,
      })),
      totalClicks: bySource[0]?.total ?? 0,
    }
  },
}

export const readReferrers = reportOfLink('referrers', referrersReport)
