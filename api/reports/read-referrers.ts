import type { z } from 'zod'
import { shapes } from '#model/clicks/queries/shapes.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { referrersReply } from '#schemas/breakdowns.ts'
import { breakDown } from './break-down.ts'
import { type ReportRequest, reportOfLink } from './report.ts'

export const readReferrers = reportOfLink('referrers', {
  summary: 'Get clicks by referrer',
  feature: 'traffic_source_analytics',
  query: filterQuery,
  reply: referrersReply,
  standard: 'all_time',
  answer: (asked) => countReferrers(asked, breakDownSources(asked)),
})

type Clicks = Pick<ReportRequest, 'ask' | 'where'>

/** Clicks by source: Direct, Social, Referral, Email, or Search. */
export const breakDownSources = (clicks: Clicks) => breakDown(clicks, shapes.sources)

/** Clicks with a referrer, by its domain. */
export const breakDownReferrers = (clicks: Clicks) => breakDown(clicks, shapes.referrers)

/** The sources may already be loading for another report of the same clicks. */
export async function countReferrers(
  clicks: Clicks,
  counting: ReturnType<typeof breakDownSources>,
): Promise<z.input<typeof referrersReply>> {
  const [{ total, lists }, byDomain] = await Promise.all([counting, breakDownReferrers(clicks)])
  return {
    trafficSources: lists.sources.map(({ unique_visitors, ...group }) => ({
      ...group,
      uniqueVisitors: unique_visitors,
    })),
    referrerDomains: byDomain.lists.domains.map(({ referrer_domain, clicks: count, unique_visitors }) => ({
      domain: referrer_domain ?? '',
      clicks: count,
      uniqueVisitors: unique_visitors,
    })),
    totalClicks: total.clicks,
  }
}
