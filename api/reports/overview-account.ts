import type { z } from 'zod'
import { summary, summaryRow } from '#model/clicks/queries/summary.ts'
import { countUrls } from '#model/links/pick-links.ts'
import { countCodes } from '#model/qr-codes/reported-codes.ts'
import { theRow } from '#model/rows.ts'
import type { accountOverview } from '#schemas/analytics-overview.ts'
import { changeOf, countEach, findTopValues, previousPeriod, todayOf } from './figures.ts'
import type { ReportRequest } from './report.ts'

/** The figures of an overview, from concurrent statements. */
export async function countOverview(asked: ReportRequest) {
  const { ask, now, period, query, scope, sql, where } = asked
  const before = previousPeriod(period, now)
  const [codes, counted, { bots, today, previous }, top] = await Promise.all([
    countCodes(sql, scope),
    ask(summary(where), summaryRow),
    countEach(asked, {
      bots: { period, filter: { ...query, traffic: 'bot' } },
      today: { period: todayOf(now, query.timezone) },
      previous: before && { period: before },
    }),
    findTopValues(asked),
  ])
  const sum = theRow(counted, 'a count answered no row')
  const [start, end] = [period.from === null ? null : new Date(period.from), new Date(period.to)]
  return { ...sum, codes, bots, today, previous, change: changeOf(sum.clicks, previous), top, start, end }
}

/** The overview of all short URLs. */
export async function overviewAccount(asked: ReportRequest): Promise<z.input<typeof accountOverview>> {
  const urls = countUrls(asked.sql, { ...asked.query, ...asked.scope })
  const [counted, counts] = await Promise.all([countOverview(asked), urls])
  return {
    ...counts,
    total_clicks: counted.clicks,
    unique_visitors: counted.unique_visitors,
    bot_clicks: counted.bots,
    clicks_today: counted.today,
    clicks_previous_period: counted.previous,
    change_percentage: counted.change,
    total_qr_codes: counted.codes,
    total_scans: counted.scans,
    ...counted.top,
    period: { start_date: counted.start, end_date: counted.end },
  }
}
