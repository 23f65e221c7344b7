import type { z } from 'zod'
import type { Fragment } from '#runtime/ch-tag.ts'
import { scanQuery, scanReferrersReply } from '#schemas/analytics-qr.ts'
import { percentage } from '../analytics/percentage.ts'
import { referrerDomainRow, referrerDomains } from '../analytics/queries/referrer-domains.ts'
import { sourceRow, sources } from '../analytics/queries/sources.ts'
import { type Asked, type Report, reportOfAccount } from '../analytics/report.ts'
import { scansOf } from './scans.ts'

const referrers: Report<typeof scanQuery, typeof scanReferrersReply> = {
  summary: 'Traffic sources and referring domains of scans',
  feature: 'traffic_source_analytics',
  query: scanQuery,
  reply: scanReferrersReply,
  standard: { days: 30 },
  answer: ({ ask, where }) => countScanReferrers(ask, scansOf(where)),
}

export const readReferrers = reportOfAccount('/qranalytics/referrers', referrers)

export async function countScanReferrers(
  ask: Asked['ask'],
  where: Fragment,
): Promise<z.input<typeof scanReferrersReply>> {
  const [bySource, byDomain] = await Promise.all([
    ask(sources(where), sourceRow),
    ask(referrerDomains(where), referrerDomainRow),
  ])
  return {
    trafficSources: bySource.map(({ source, clicks, unique_visitors, total }) => ({
      source,
      scans: clicks,
      uniqueScanners: unique_visitors,
      percentage: percentage(clicks, total),
    })),
    referrerDomains: byDomain.map(({ domain, clicks, unique_visitors }) => ({
      domain,
      scans: clicks,
      uniqueScanners: unique_visitors,
    })),
    totalScans: byDomain[0]?.total ?? 0,
  }
}
