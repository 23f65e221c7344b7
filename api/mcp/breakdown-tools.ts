import { z } from 'zod'
import { type deviceReply, type locationReply, type referrersReply, utmReply } from '#schemas/breakdowns.ts'
import { type ReportColumn, reportColumns } from '#schemas/click-columns.ts'
import { mostCombinations, mostDevices, mostPlaces, mostReferrers, mostValues } from '#schemas/report-limits.ts'
import { filterArguments, ofFilters, shortUrlId } from './filters.ts'
import { type Call, tool } from './tool.ts'

const utmParameters = utmReply.shape.data.element.omit({ clicks: true, unique_visitors: true })

const row = z.object({
  value: z.string().nullable().describe('null if unknown.'),
  country: z.string().nullable().optional().describe('For regions and cities.'),
  utm: utmParameters.optional().describe('Only for utm: the whole combination. null for missing parameters.'),
  clicks: z.int(),
  unique_visitors: z.int().optional(),
  percentage: z.number().optional().describe('Percentage of all matching clicks.'),
})
type Row = z.input<typeof row>

interface Dimension {
  call: Call
  rows(reply: never): Row[]
  /** Maximum rows of the report. */
  most: number
  /** The number of rows without that maximum, if the report has it. */
  count?(reply: never): number
}

type Devices = z.input<typeof deviceReply>
type Places = z.input<typeof locationReply>
type Referrers = z.input<typeof referrersReply>
type Utm = z.input<typeof utmReply>
type ColumnReply = ({ [Column in ReportColumn]?: string | null } & Pick<Row, 'clicks' | 'percentage'>)[]

const devices = 'GET /analytics/device/{id}'
const places = 'GET /analytics/location/{id}'
const referrers = 'GET /analytics/referrers/{id}'

/** Columns with their own report. */
const ownReports = Object.fromEntries(
  Object.values(reportColumns).map(({ name, column }): [string, Dimension] => [
    column,
    {
      call: `GET /analytics/${name}/{id}`,
      rows: (reply: ColumnReply) =>
        reply.map(({ [column]: value = null, clicks, percentage }) => ({ value, clicks, percentage })),
      most: mostValues,
    },
  ]),
)

/** What clicks can be broken down by: the report that has it, and where in its reply. */
const dimensions = {
  country: {
    call: places,
    rows: ({ countries }: Places) => countries.map((place) => ({ ...place, value: place.country, country: undefined })),
    most: mostPlaces,
  },
  region: {
    call: places,
    rows: ({ regions }: Places) => regions.map((place) => ({ ...place, value: place.region })),
    most: mostPlaces,
  },
  city: {
    call: places,
    rows: ({ cities }: Places) => cities.map((place) => ({ ...place, value: place.city })),
    most: mostPlaces,
  },
  device_type: {
    call: devices,
    rows: ({ data }: Devices) => data.device_types.map(({ type, ...rest }) => ({ value: type, ...rest })),
    most: mostDevices,
  },
  browser: {
    call: devices,
    rows: ({ data }: Devices) => data.browsers.map(({ name, ...rest }) => ({ value: name, ...rest })),
    most: mostDevices,
  },
  os: {
    call: devices,
    rows: ({ data }: Devices) => data.operating_systems.map(({ name, ...rest }) => ({ value: name, ...rest })),
    most: mostDevices,
  },
  traffic_source: {
    call: referrers,
    rows: ({ trafficSources }: Referrers) =>
      trafficSources.map(({ source, uniqueVisitors, ...rest }) => ({
        value: source,
        unique_visitors: uniqueVisitors,
        ...rest,
      })),
    most: mostValues,
  },
  referrer_domain: {
    call: referrers,
    rows: ({ referrerDomains }: Referrers) =>
      referrerDomains.map(({ domain, clicks, uniqueVisitors }) => ({
        value: domain,
        clicks,
        unique_visitors: uniqueVisitors,
      })),
    most: mostReferrers,
  },
  utm: {
    call: 'GET /analytics/utm/{id}',
    rows: ({ data }: Utm) =>
      data.map(({ utm_source, utm_medium, utm_campaign, utm_term, utm_content, clicks, unique_visitors }) => ({
        value: utm_campaign,
        utm: { utm_source, utm_medium, utm_campaign, utm_term, utm_content },
        clicks,
        unique_visitors,
      })),
    most: mostCombinations,
    count: ({ total_campaigns }: Utm) => total_campaigns,
  },
  ...(ownReports as Record<ReportColumn, Dimension>),
} as const satisfies Record<string, Dimension>

type DimensionName = keyof typeof dimensions
const names = Object.keys(dimensions) as [DimensionName, ...DimensionName[]]
const usualLimit = 10

export const getBreakdown = tool({
  name: 'get_analytics_breakdown',
  title: 'Get clicks by location, device, or source',
  description:
    `Clicks of one short URL or of all, by ${names.join(', ')} (utm: combinations of parameters), most clicks first. ` +
    'Covers the last 30 days unless you set a period. FEATURE_DISABLED: the plan does not include it.',
  effect: 'reads',
  hasVisitorText: true,
  calls: [devices, places, referrers, dimensions.utm.call, ...Object.values(ownReports).map(({ call }) => call)],
  input: z.strictObject({
    by: z.enum(names),
    short_url_id: shortUrlId,
    limit: z.int().min(1).max(100).default(usualLimit),
    ...filterArguments,
  }),
  output: z.object({
    by: z.enum(names),
    rows: z.array(row),
    more: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Number of omitted rows. Increase limit to get them. null if there may be more than any limit.'),
  }),
  ask: ({ by, short_url_id: id = 'all', limit: _, ...filters }) => ({
    call: dimensions[by].call,
    params: { id },
    query: ofFilters(filters),
  }),
  tell(reply: never, { by, limit = usualLimit }) {
    const dimension: Dimension = dimensions[by]
    const rows = dimension.rows(reply)
    const all = dimension.count?.(reply) ?? (rows.length < dimension.most ? rows.length : null)
    return { by, rows: rows.slice(0, limit), more: all === null ? null : Math.max(0, all - limit) }
  },
})
