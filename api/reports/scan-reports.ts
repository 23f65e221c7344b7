import type { z } from 'zod'
import { askTimeline } from '#model/clicks/ask-timeline.ts'
import { scansOf } from '#model/clicks/which-clicks.ts'
import {
  scanDevicesReply,
  scanLocationsReply,
  scanQuery,
  scanReferrersReply,
  scanTimelineQuery,
  scanTimelineReply,
} from '#schemas/analytics-qr.ts'
import type { Counts } from './break-down.ts'
import { breakDownDevices } from './read-devices.ts'
import { breakDownPlaces } from './read-locations.ts'
import { breakDownReferrers, breakDownSources } from './read-referrers.ts'
import { type Report, type ReportRequest, reportOfAccount } from './report.ts'

/** The reports of clicks for scans, with the member names of QR code reports. */

/** `where` matches only scans. */
type Scans = Pick<ReportRequest, 'ask' | 'where'>

/** A report on all scans of the account. */
const scanReport = <Query extends typeof scanQuery, Reply extends z.ZodType>(
  name: string,
  report: Omit<Report<Query, Reply>, 'standard'>,
) =>
  reportOfAccount(`/qranalytics/${name}`, {
    ...report,
    standard: { days: 30 },
    answer: (asked) => report.answer({ ...asked, where: scansOf(asked.where) }),
  })

export const scanBreakdowns = [
  scanReport('timeline', {
    summary: 'Get scans over time',
    query: scanTimelineQuery,
    reply: scanTimelineReply,
    answer: countScansByTime,
  }),
  scanReport('devices', {
    summary: 'Get scans by browser, operating system and device type',
    feature: 'device_analytics',
    query: scanQuery,
    reply: scanDevicesReply,
    answer: countScanDevices,
  }),
  scanReport('locations', {
    summary: 'Get scans by country, region and city',
    query: scanQuery,
    reply: scanLocationsReply,
    answer: countScanPlaces,
  }),
  scanReport('referrers', {
    summary: 'Get scans by referrer',
    feature: 'traffic_source_analytics',
    query: scanQuery,
    reply: scanReferrersReply,
    answer: countScanReferrers,
  }),
]

const asScans = <Group extends Counts>({ clicks, unique_visitors, ...group }: Group) => ({
  ...group,
  scans: clicks,
  uniqueScanners: unique_visitors,
})

export async function countScanDevices(scans: Scans): Promise<z.input<typeof scanDevicesReply>> {
  const { total, lists } = await breakDownDevices(scans, true)
  return {
    deviceTypes: lists.types.map(({ device_type, ...counts }) => ({ type: device_type, ...asScans(counts) })),
    osBreakdown: lists.systems.map(({ os, ...counts }) => ({ name: os, ...asScans(counts) })),
    browserBreakdown: lists.browsers.map(({ browser, ...counts }) => ({ name: browser, ...asScans(counts) })),
    totalScans: total.clicks,
  }
}

export async function countScanPlaces(scans: Scans): Promise<z.input<typeof scanLocationsReply>> {
  const { total, lists } = await breakDownPlaces(scans)
  const place = <Group extends { country_code: string | null } & Counts>({ country_code, ...group }: Group) => ({
    ...asScans(group),
    countryCode: country_code,
  })
  return {
    countries: lists.countries.map(place),
    regions: lists.regions.map(place),
    cities: lists.cities.map(place),
    totalScans: total.clicks,
  }
}

export async function countScanReferrers(scans: Scans): Promise<z.input<typeof scanReferrersReply>> {
  const [bySource, byDomain] = await Promise.all([breakDownSources(scans), breakDownReferrers(scans)])
  return {
    trafficSources: bySource.lists.sources.map(asScans),
    referrerDomains: byDomain.lists.domains.map(({ referrer_domain, ...counts }) => ({
      domain: referrer_domain ?? '',
      ...asScans(counts),
    })),
    totalScans: byDomain.total.clicks,
  }
}

export async function countScansByTime({
  period,
  query,
  where,
  ...asked
}: ReportRequest<z.output<typeof scanTimelineQuery>>) {
  const rows = await askTimeline(asked, where, { period, ...query })
  return rows.map(({ date, clicks, unique_visitors }) => ({ date, scans: clicks, uniqueScanners: unique_visitors }))
}
