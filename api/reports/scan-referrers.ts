import type { z } from 'zod'
import { scansOf } from '#model/clicks/which-clicks.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import { scanQuery, scanReferrersReply } from '#schemas/analytics-qr.ts'
import { breakDownReferrers, breakDownSources } from './read-referrers.ts'
import { type Asked, type Report, reportOfAccount } from './report.ts'
import { asScans } from './scans.ts'

const referrers: Report<typeof scanQuery, typeof scanReferrersReply> = {
  summary: 'Traffic sources and referring domains of scans',
  feature: 'traffic_source_analytics',
  query: scanQuery,
  reply: scanReferrersReply,
  standard: { days: 30 },
  answer: ({ ask, where }) => countScanReferrers(ask, scansOf(where)),
}

export const readScanReferrers = reportOfAccount('/qranalytics/referrers', referrers)

export async function countScanReferrers(
  ask: Asked['ask'],
  where: Fragment,
): Promise<z.input<typeof scanReferrersReply>> {
  const [bySource, byDomain] = await Promise.all([breakDownSources({ ask, where }), breakDownReferrers({ ask, where })])
  return {
    trafficSources: bySource.lists.sources.map(asScans),
    referrerDomains: byDomain.lists.domains.map(({ referrer_domain, ...counts }) => ({
      domain: referrer_domain ?? '',
      ...asScans(counts),
    })),
    totalScans: byDomain.total.clicks,
  }
}
