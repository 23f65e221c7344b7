import { shapes } from '#model/clicks/queries/shapes.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { utmReply } from '#schemas/breakdowns.ts'
import { breakDown } from './break-down.ts'
import { type Report, reportOfLink } from './report.ts'

export const utmReport: Report<typeof filterQuery, typeof utmReply> = {
  summary: 'Get clicks by UTM parameters',
  feature: 'utm_analytics',
  query: filterQuery,
  reply: utmReply,
  standard: 'all_time',
  async answer({ ask, where }) {
    const { total, lists } = await breakDown({ ask, where }, shapes.utm)
    return { data: lists.combinations, total_campaigns: total.combinations }
  },
}

export const readUtm = reportOfLink('utm', utmReport)
