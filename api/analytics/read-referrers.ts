import type { z } from 'zod'
import { filterQuery } from '#schemas/analytics.ts'
import { referrersReply } from '#schemas/breakdowns.ts'
import { percentage } from './percentage.ts'
import { referrerDomainRow, referrerDomains } from './queries/referrer-domains.ts'
import { type SourceCount, sourceRow, sources } from './queries/sources.ts'
import { type Asked, type Report, reportOfLink } from './report.ts'

const referrersReport: Report<typeof filterQuery, typeof referrersReply> = {
  summary: 'Traffic sources and referring domains',
  feature: 'traffic_source_analytics',
  query: filterQuery,
  reply: referrersReply,
  standard: 'all_time',
  answer: (asked) => countReferrers(asked, asked.ask(sources(asked.where), sourceRow)),
}

export const readReferrers = reportOfLink('referrers', referrersReport)

/** The sources may be on their way already, for another report of the same clicks. */
export async function countReferrers(
  { ask, where }: Pick<Asked, 'ask' | 'where'>,
  counting: Promise<SourceCount[]>,
): Promise<z.input<typeof referrersReply>> {
  const [bySource, byDomain] = await Promise.all([counting, ask(referrerDomains(where), referrerDomainRow)])
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
}
