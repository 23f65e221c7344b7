import type { z } from 'zod'
import { summary, summaryRow } from '#model/clicks/queries/summary.ts'
import { countUrls } from '#model/links/pick-links.ts'
import { countCodes } from '#model/qr-codes/reported-codes.ts'
import type { accountOverview } from '#schemas/analytics-overview.ts'
import { changeOf, countClicks, findTopValues, previousPeriod, todayOf } from './figures.ts'
import type { ReportRequest } from './report.ts'

/** The overview of all short URLs, from concurrent statements. */
export async function overviewAccount(asked: ReportRequest): Promise<z.input<typeof accountOverview>> {
  const { ask, now, period, query, scope, sql, where } = asked
  const before = previousPeriod(period)
  const [urls, total_qr_codes, [counted], bot_clicks, clicks_today, previous, top] = await Promise.all([
    countUrls(sql, { ...query, ...scope }),
    countCodes(sql, scope),
    ask(summary(where), summaryRow),
    countClicks(asked, period, { ...query, traffic: 'bot' }),
    countClicks(asked, todayOf(now, query.timezone)),
    before === null ? null : countClicks(asked, before),
    findTopValues(asked),
  ])
  if (counted === undefined) throw new Error('a count answered no row')
  const { clicks, unique_visitors, scans } = counted
  return {
    ...urls,
    total_clicks: clicks,
    unique_visitors,
    bot_clicks,
    clicks_today,
    clicks_previous_period: previous,
    change_percentage: changeOf(clicks, previous),
    total_qr_codes,
    total_scans: scans,
    ...top,
    period: { start_date: period.from === null ? null : new Date(period.from), end_date: new Date(period.to) },
  }
}
