import { scansOf } from '#model/clicks/which-clicks.ts'
import { countActiveCodes } from '#model/qr-codes/reported-codes.ts'
import { scanOverviewReply, scanQuery } from '#schemas/analytics-qr.ts'
import { countOverview } from './overview-account.ts'
import { reportOfAccount } from './report.ts'

export const readScanOverview = reportOfAccount('/qranalytics/overview', {
  summary: 'Get an overview of all QR codes',
  query: scanQuery,
  reply: scanOverviewReply,
  standard: { days: 30 },
  async answer(given) {
    const asked = { ...given, query: { ...given.query, trigger: 'qr' as const }, where: scansOf(given.where) }
    const active = countActiveCodes(asked.sql, asked.scope)
    const [{ top, ...counted }, activeQrCodes] = await Promise.all([countOverview(asked), active])
    return {
      totalQrCodes: counted.codes,
      activeQrCodes,
      totalScans: counted.clicks,
      uniqueScanners: counted.unique_visitors,
      botScans: counted.bots,
      scansToday: counted.today,
      scansPreviousPeriod: counted.previous,
      changePercentage: counted.change,
      lastScannedAt: counted.last,
      topCountry: top.top_country,
      topDevice: top.top_device,
      topReferrer: top.top_referrer,
      period: { startDate: counted.start, endDate: counted.end },
    }
  },
})
