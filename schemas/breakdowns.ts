import { z } from 'zod'
import { filterQuery, reportDays } from './analytics.ts'
import { reportedUrl, reportLimit } from './analytics-urls.ts'
import { columnOf, type ReportColumn, type ReportName, reportColumns, unknownName } from './click-columns.ts'
import { pageOf, pageQuery } from './envelope.ts'
import { shortUrl } from './links.ts'
import { type UtmField, utmFields } from './utm-fields.ts'

const clicks = z.int()
const unique_visitors = z.int()
const percentage = z.number().describe('Percentage of all matching clicks.')

const named = z.object({
  name: z.string().describe(`${unknownName} if it could not be detected.`),
  clicks,
  percentage,
})

const devices = z.object({
  browsers: z.array(named),
  operating_systems: z.array(named),
  device_types: z.array(z.object({ type: z.string(), clicks, percentage })),
})

export const deviceReply = z.object({
  data: devices,
  total_device_combinations: z.int().describe('Distinct combinations of browser, operating system, and device type.'),
})

export const userDevicesQuery = filterQuery.extend({ days: reportDays })
export const userDevicesReply = deviceReply.pick({ data: true })

export const taggedUrlsQuery = filterQuery.extend({ ...pageQuery.shape, limit: reportLimit })
export const taggedUrlsReply = pageOf(reportedUrl.extend({ custom_alias: shortUrl.shape.custom_alias }))

const utmValueCounts = z.array(z.object({ value: z.string(), clicks }).meta({ id: 'UtmValue' }))

export const utmReply = z.object({
  data: z.array(shortUrl.shape.utm.extend({ clicks, unique_visitors })),
  total_campaigns: z.int().describe('Number of distinct combinations, including those beyond the 1,000 returned.'),
  parameters: z
    .object(
      Object.fromEntries(utmFields.map((name) => [name, utmValueCounts])) as Record<UtmField, typeof utmValueCounts>,
    )
    .describe(
      'The 500 most clicked values of each parameter. All combinations are counted. Values that differ only in case are separate, but filters ignore case.',
    ),
  total_clicks: z.int().describe('Includes clicks without UTM parameters.'),
})

export const trafficSourcesReply = z.array(z.object({ source: z.string(), clicks, percentage }))

const place = z.object({
  country: z.string().nullable().describe('null if the location is unknown.'),
  country_code: z.string().nullable().describe('ISO 3166-1 alpha-2 code in lowercase.'),
  clicks,
  unique_visitors,
  percentage,
})

export const locationReply = z.object({
  countries: z.array(place),
  regions: z.array(place.extend({ region: z.string().nullable() })),
  cities: z.array(place.extend({ region: z.string().nullable(), city: z.string().nullable() })),
  total_clicks: z.int(),
})

export const referrersReply = z.object({
  trafficSources: z.array(z.object({ source: z.string(), clicks, uniqueVisitors: z.int(), percentage })),
  referrerDomains: z
    .array(z.object({ domain: z.string(), clicks, uniqueVisitors: z.int() }))
    .describe('Top 20 domains.'),
  totalClicks: z.int().describe('Includes clicks without a referrer.'),
})

export const campaignsReply = z.object({
  campaigns: z
    .array(z.object({ id: z.uuid(), name: z.string(), clicks, unique_visitors, percentage }))
    .describe('The 1,000 campaigns with the most clicks.'),
  total_clicks: z.int().describe('Includes clicks on short URLs outside campaigns.'),
})

function columnReply(column: ReportColumn) {
  const { description = 'null if unknown.' } = columnOf(column)
  return z.array(z.object({ [column]: z.string().nullable().describe(description), clicks, percentage }))
}

export const columnReplies = Object.fromEntries(
  Object.entries(reportColumns).map(([name, { column }]) => [name, columnReply(column)]),
) as Record<ReportName, ReturnType<typeof columnReply>>
