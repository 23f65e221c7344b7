import type { z } from 'zod'
import { askTimeline } from '#model/clicks/ask-timeline.ts'
import { scansOf } from '#model/clicks/which-clicks.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import { scanTimelineQuery, scanTimelineReply } from '#schemas/analytics-qr.ts'
import { type Asked, type Report, reportOfAccount } from './report.ts'

const timeline: Report<typeof scanTimelineQuery, typeof scanTimelineReply> = {
  summary: 'Scans and unique scanners by hour or day',
  query: scanTimelineQuery,
  reply: scanTimelineReply,
  standard: { days: 30 },
  answer: (asked) => countScansByTime(asked, scansOf(asked.where)),
}

export const readScanTimeline = reportOfAccount('/qranalytics/timeline', timeline)

export async function countScansByTime(
  { period, query, ...asked }: Asked<z.output<typeof scanTimelineQuery>>,
  where: Fragment,
): Promise<z.input<typeof scanTimelineReply>> {
  const rows = await askTimeline(asked, where, { period, ...query })
  return rows.map(({ date, clicks, unique_visitors }) => ({ date, scans: clicks, uniqueScanners: unique_visitors }))
}
