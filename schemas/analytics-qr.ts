import { z } from 'zod'
import { filterQuery, granularity, reportDays } from './analytics.ts'
import { reportLimit } from './analytics-urls.ts'
import { instant } from './envelope.ts'

const scans = z.int().nonnegative()
const uniqueScanners = z.int().nonnegative()
const percentage = z.number().describe('Percentage of all matching scans.')
const counted = { scans, uniqueScanners }

export const scanQuery = filterQuery.extend({ days: reportDays })
export const scanTimelineQuery = scanQuery.extend({ granularity })
export const topCodesQuery = scanQuery.extend({ limit: reportLimit })

export const scanDevicesReply = z.object({
  deviceTypes: z.array(z.object({ type: z.string(), ...counted, percentage })),
  osBreakdown: z.array(z.object({ name: z.string(), ...counted })),
  browserBreakdown: z.array(z.object({ name: z.string(), ...counted })),
  totalScans: scans,
})

export const scanReferrersReply = z.object({
  trafficSources: z.array(z.object({ source: z.string(), ...counted, percentage })),
  referrerDomains: z.array(z.object({ domain: z.string(), ...counted })).describe('Top 20 domains.'),
  totalScans: scans.describe('Scans with a referrer.'),
})

const code = z.object({
  id: z.guid(),
  name: z.string().describe('`Untitled QR code` if it has no name.'),
  contentType: z.string(),
  createdAt: instant,
})

const codeCounts = {
  totalScans: scans.describe('Lifetime scans.'),
  recentScans: scans.describe('Scans in the period.'),
  uniqueScanners: uniqueScanners.describe('Unique scanners in the period.'),
  lastScannedAt: instant.nullable(),
}

export const topCodesReply = z.array(code.extend(codeCounts))

export const scanTimelineReply = z.array(
  z.object({ date: instant.describe('Start of the interval, in UTC.'), scans, uniqueScanners }),
)

const place = z.object({
  country: z.string().nullable().describe('null if the location is unknown.'),
  countryCode: z.string().nullable().describe('ISO 3166-1 alpha-2 code in lowercase.'),
  ...counted,
  percentage,
})

export const scanLocationsReply = z.object({
  countries: z.array(place),
  regions: z.array(place.extend({ region: z.string().nullable() })),
  cities: z.array(place.extend({ region: z.string().nullable(), city: z.string().nullable() })),
  totalScans: scans,
})

export const scanOverviewReply = z.object({
  totalQrCodes: z.int(),
  activeQrCodes: z.int().describe('QR codes that have not expired.'),
  totalScans: scans,
  uniqueScanners,
  botScans: scans.describe('Not included in `totalScans` by default.'),
  scansToday: scans,
  scansPreviousPeriod: scans
    .nullable()
    .describe('Scans in the previous period, up to where this one has passed. null if the period is all time.'),
  changePercentage: z.number().nullable().describe('Percentage change vs. the previous period. null if unknown.'),
  lastScannedAt: instant.nullable(),
  topCountry: z.string().nullable(),
  topDevice: z.string().nullable(),
  topReferrer: z.string().nullable(),
  period: z.object({
    startDate: instant.nullable().describe('null if the period starts with the first scan.'),
    endDate: instant,
  }),
})

export const codeParams = z.object({ id: z.guid() })

/** Sections that the plan does not include are null. */
export const codeReply = z.object({
  qrCode: code,
  ...codeCounts,
  scansToday: scans,
  timeline: scanTimelineReply,
  locations: scanLocationsReply,
  devices: scanDevicesReply.nullable(),
  referrers: scanReferrersReply.nullable(),
})
