import type { z } from 'zod'
import { choosesClicks } from '#model/clicks/compile-filter.ts'
import { linksOfScope } from '#model/clicks/link-filter.ts'
import { lastDays, untilNow } from '#model/clicks/period.ts'
import { peakHour, peakHourRow } from '#model/clicks/queries/peak-hour.ts'
import { summary, summaryRow } from '#model/clicks/queries/summary.ts'
import { type ConversionCount, countConversions } from '#model/experiments/conversions.ts'
import { noSuchLink } from '#model/links/find-own-link.ts'
import type { ReadLink } from '#model/links/select-links.ts'
import type { urlOverview } from '#schemas/analytics-overview.ts'
import { changeOf, countEach, findTopValues, previousPeriod, todayOf } from './figures.ts'
import { percentage } from './percentage.ts'
import type { ReportRequest } from './report.ts'
import { reportUrls } from './report-urls.ts'

/** All time has no previous period, so the last 30 days are compared with the previous 30. */
const comparedDays = 30

/** The overview of one short URL, from concurrent statements. */
export async function overviewUrl(asked: ReportRequest, { id }: ReadLink): Promise<z.input<typeof urlOverview>> {
  const { ask, now, period, query, sql, where } = asked
  const compared = period.from === null ? lastDays(now, comparedDays) : period
  const before = previousPeriod(compared, now)
  const [[url], [counted], [peak], counts, top, converted] = await Promise.all([
    reportUrls(asked, [id]),
    ask(summary(where), summaryRow),
    ask(peakHour(where, query.timezone), peakHourRow),
    countEach(asked, {
      bots: { period, filter: { ...query, traffic: 'bot' } },
      today: { period: todayOf(now, query.timezone) },
      week: { period: lastDays(now, 7) },
      month: { period: lastDays(now, 30) },
      current: { period: compared },
      previous: before && { period: before },
    }),
    findTopValues(asked),
    choosesAmongClicks(asked) ? null : countConversions(sql, id, period),
  ])
  if (url === undefined) throw noSuchLink()
  if (counted === undefined) throw new Error('a count answered no row')
  return {
    url,
    total_clicks: counted.clicks,
    unique_visitors: counted.unique_visitors,
    clicks_today: counts.today,
    clicks_last_7_days: counts.week,
    clicks_last_30_days: counts.month,
    change_percentage: changeOf(counts.current, counts.previous),
    ...(counted.last !== null && { last_clicked_at: counted.last }),
    peak_hour: peak?.hour ?? null,
    qr_scans: counted.scans,
    bot_clicks: counts.bots,
    conversions: converted?.conversions ?? null,
    conversion_rate: converted === null ? null : rateOf(converted, counted.clicks),
    ...top,
  }
}

/** Whether filters other than the period apply: conversions do not store the source of their click. */
const choosesAmongClicks = ({ scope, query, now }: ReportRequest): boolean =>
  linksOfScope(scope, query) !== null || choosesClicks(query, untilNow(now, null), now)

/** The click of a conversion may be before the period or not stored yet. */
const rateOf = ({ converted_clicks }: ConversionCount, clicks: number): number =>
  percentage(converted_clicks, Math.max(clicks, converted_clicks))
