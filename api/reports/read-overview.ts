import { filterQuery } from '#schemas/analytics.ts'
import { accountOverview, overviewQuery, overviewReply } from '#schemas/analytics-overview.ts'
import { overviewAccount } from './overview-account.ts'
import { overviewUrl } from './overview-url.ts'
import { type Report, reportOfAccount, reportOfLink } from './report.ts'

const ofAccount: Report<typeof overviewQuery, typeof accountOverview> = {
  summary: 'Get an overview of all short URLs',
  query: overviewQuery,
  reply: accountOverview,
  standard: { days: 30 },
  answer: overviewAccount,
}

export const overviewReport: Report<typeof filterQuery, typeof overviewReply> = {
  summary: 'Get an overview',
  query: filterQuery,
  reply: overviewReply,
  standard: 'all_time',
  answer: (asked) => (asked.link === null ? overviewAccount(asked) : overviewUrl(asked, asked.link)),
}

export const readOverview = [
  reportOfAccount('/analytics/overview', ofAccount),
  ...reportOfLink('overview', overviewReport),
]
