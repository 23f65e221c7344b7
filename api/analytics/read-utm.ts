import { filterQuery } from '#schemas/analytics.ts'
import { utmReply } from '#schemas/breakdowns.ts'
import { utm, utmRow } from './queries/utm.ts'
import { type Report, reportOfLink } from './report.ts'

export const utmReport: Report<typeof filterQuery, typeof utmReply> = {
  summary: 'Clicks and unique visitors by combination of UTM parameters',
  feature: 'utm_analytics',
  query: filterQuery,
  reply: utmReply,
  standard: 'all_time',
  async answer({ ask, where }) {
    const rows = await ask(utm(where), utmRow)
    return { data: rows, total_campaigns: rows[0]?.combinations ?? 0 }
  },
}

export const readUtm = reportOfLink('utm', utmReport)
