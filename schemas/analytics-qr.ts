import { z } from 'zod'
import { filterQuery, granularity } from './analytics.ts'
import { reportDays, reportLimit } from './analytics-urls.ts'
import { instant } from './envelope.ts'

const scans = z.int().nonnegative()
const uniqueScanners = z.int().nonnegative()
const percentage = z.number().describe('Of all scans that the filters leave, with two decimals.')
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
  referrerDomains: z.array(z.object({ domain: z.string(), ...counted })).describe('The top 20.'),
  totalScans: scans.describe('Those that came with a referrer.'),
})

const code = z.object({
  id: z.guid(),
  name: z.string().describe("'Untitled QR code', where it has no name."),
  contentType: z.string(),
  createdAt: instant,
})

const codeCounts = {
  totalScans: scans.describe('Of all time.'),
  recentScans: scans.describe('Of the period.'),
  uniqueScanners: uniqueScanners.describe('Of the period.'),
  lastScannedAt: instant.nullable(),
}

export const topCodesReply = z.array(code.extend(codeCounts))

export const scanTimelineReply = z.array(
  z.object({ date: instant.describe('Where the interval begins.'), scans, uniqueScanners }),
)

const place = z.object({
  country: z.string().nullable().describe('null where the place of a scan is not known.'),
  countryCode: z.string().nullable().describe('ISO 3166-1, in lower case.'),
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
  activeQrCodes: z.int().describe('Those that have not expired.'),
  totalScans: scans,
  uniqueScanners,
  botScans: scans,
  scansToday: scans,
  scansPreviousPeriod: scans.nullable().describe('Of the period as long before this one; null of all time.'),
  changePercentage: z
    .number()
    .nullable()
    .describe('By how many percent scans rose or fell; null where there were none before, or there is no before.'),
  lastScannedAt: instant.nullable(),
  topCountry: z.string().nullable(),
  topDevice: z.string().nullable(),
  topReferrer: z.string().nullable(),
  period: z.object({ startDate: instant.nullable().describe('null: from the first scan on.'), endDate: instant }),
})

export const codeParams = z.object({ id: z.guid() })

/** What a plan does not include is null. */
export const codeReply = z.object({
  qrCode: code,
  ...codeCounts,
  scansToday: scans,
  timeline: scanTimelineReply,
  locations: scanLocationsReply,
  devices: scanDevicesReply.nullable(),
  referrers: scanReferrersReply.nullable(),
})
