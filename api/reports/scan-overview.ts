import { summary, summaryRow } from '#model/clicks/queries/summary.ts'
import { scansOf } from '#model/clicks/which-clicks.ts'
import { countActiveCodes, countCodes } from '#model/qr-codes/reported-codes.ts'
import { scanOverviewReply, scanQuery } from '#schemas/analytics-qr.ts'
import { changeOf, countClicks, findTopValues, previousPeriod, todayOf } from './figures.ts'
import { type Report, reportOfAccount } from './report.ts'

const overview: Report<typeof scanQuery, typeof scanOverviewReply> = {
  summary: 'Get an overview of all QR codes',
  query: scanQuery,
  reply: scanOverviewReply,
  standard: { days: 30 },
  async answer(given) {
    const asked = { ...given, query: { ...given.query, trigger: 'qr' as const }, where: scansOf(given.where) }
    const { ask, now, period, query, scope, sql, where } = asked
    const before = previousPeriod(period)
    const [totalQrCodes, activeQrCodes, [counted], botScans, scansToday, previous, top] = await Promise.all([
      countCodes(sql, scope),
      countActiveCodes(sql, scope),
      ask(summary(where), summaryRow),
      countClicks(asked, period, { ...query, traffic: 'bot' }),
      countClicks(asked, todayOf(now, query.timezone)),
      before === null ? null : countClicks(asked, before),
      findTopValues(asked),
    ])
    if (counted === undefined) throw new Error('a count answered no row')
    return {
      totalQrCodes,
      activeQrCodes,
      totalScans: counted.clicks,
      uniqueScanners: counted.unique_visitors,
      botScans,
      scansToday,
      scansPreviousPeriod: previous,
      changePercentage: changeOf(counted.clicks, previous),
      lastScannedAt: counted.last,
      topCountry: top.top_country,
      topDevice: top.top_device,
      topReferrer: top.top_referrer,
      period: { startDate: period.from === null ? null : new Date(period.from), endDate: new Date(period.to) },
    }
  },
}

export const readScanOverview = reportOfAccount('/qranalytics/overview', overview)
