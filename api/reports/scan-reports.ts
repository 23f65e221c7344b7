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

const standard = { days: 30 }

const ofScans = <Given extends Scans>(asked: Given): Given => ({ ...asked, where: scansOf(asked.where) })

const devices: Report<typeof scanQuery, typeof scanDevicesReply> = {
  summary: 'Get scans by browser, operating system, and device type',
  feature: 'device_analytics',
  query: scanQuery,
  reply: scanDevicesReply,
  standard,
  answer: (asked) => countScanDevices(ofScans(asked)),
}

const locations: Report<typeof scanQuery, typeof scanLocationsReply> = {
  summary: 'Get scans by country, region, and city',
  query: scanQuery,
  reply: scanLocationsReply,
  standard,
  answer: (asked) => countScanPlaces(ofScans(asked)),
}

const referrers: Report<typeof scanQuery, typeof scanReferrersReply> = {
  summary: 'Get scans by referrer',
  feature: 'traffic_source_analytics',
  query: scanQuery,
  reply: scanReferrersReply,
  standard,
  answer: (asked) => countScanReferrers(ofScans(asked)),
}

const timeline: Report<typeof scanTimelineQuery, typeof scanTimelineReply> = {
  summary: 'Get scans over time',
  query: scanTimelineQuery,
  reply: scanTimelineReply,
  standard,
  answer: (asked) => countScansByTime(ofScans(asked)),
}

export const scanBreakdowns = [
  reportOfAccount('/qranalytics/timeline', timeline),
  reportOfAccount('/qranalytics/devices', devices),
  reportOfAccount('/qranalytics/locations', locations),
  reportOfAccount('/qranalytics/referrers', referrers),
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
