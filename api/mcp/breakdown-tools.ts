import { z } from 'zod'
import { type deviceReply, type locationReply, type referrersReply, utmReply } from '#schemas/breakdowns.ts'
import { type ReportColumn, reportColumns } from '#schemas/click-columns.ts'
import { shortUrlParams } from '#schemas/links.ts'
import { filterArguments, ofFilters } from './filters.ts'
import { type Call, tool } from './tool.ts'

const utmParameters = utmReply.shape.data.element.omit({ clicks: true, unique_visitors: true })

const row = z.object({
  value: z.string().nullable().describe('null where a click does not tell.'),
  country: z.string().nullable().optional().describe('Of a region or city.'),
  utm: utmParameters
    .optional()
    .describe('Only by utm: the whole combination. null where a click has no such parameter.'),
  clicks: z.int(),
  unique_visitors: z.int().optional(),
  percentage: z.number().optional().describe('Of all clicks that the filters leave.'),
})
type Row = z.input<typeof row>

interface Dimension {
  call: Call
  rows(reply: never): Row[]
}

type Devices = z.input<typeof deviceReply>
type Places = z.input<typeof locationReply>
type Referrers = z.input<typeof referrersReply>
type Utm = z.input<typeof utmReply>
type ColumnReply = ({ [Column in ReportColumn]?: string | null } & Pick<Row, 'clicks' | 'percentage'>)[]

const devices = 'GET /analytics/device/{id}'
const places = 'GET /analytics/location/{id}'
const referrers = 'GET /analytics/referrers/{id}'

/** Columns that have a report of their own. */
const ownReports = Object.fromEntries(
  Object.values(reportColumns).map(({ name, column }): [string, Dimension] => [
    column,
    {
      call: `GET /analytics/${name}/{id}`,
      rows: (reply: ColumnReply) =>
        reply.map(({ [column]: value = null, clicks, percentage }) => ({ value, clicks, percentage })),
    },
  ]),
)

/** What clicks can be broken down by: the report that has it, and where in its reply. */
const dimensions = {
  country: {
    call: places,
    rows: ({ countries }: Places) => countries.map((place) => ({ ...place, value: place.country, country: undefined })),
  },
  region: {
    call: places,
    rows: ({ regions }: Places) => regions.map((place) => ({ ...place, value: place.region })),
  },
  city: { call: places, rows: ({ cities }: Places) => cities.map((place) => ({ ...place, value: place.city })) },
  device_type: {
    call: devices,
    rows: ({ data }: Devices) => data.device_types.map(({ type, ...rest }) => ({ value: type, ...rest })),
  },
  browser: {
    call: devices,
    rows: ({ data }: Devices) => data.browsers.map(({ name, ...rest }) => ({ value: name, ...rest })),
  },
  os: {
    call: devices,
    rows: ({ data }: Devices) => data.operating_systems.map(({ name, ...rest }) => ({ value: name, ...rest })),
  },
  traffic_source: {
    call: referrers,
    rows: ({ trafficSources }: Referrers) =>
      trafficSources.map(({ source, uniqueVisitors, ...rest }) => ({
        value: source,
        unique_visitors: uniqueVisitors,
        ...rest,
      })),
  },
  referrer_domain: {
    call: referrers,
    rows: ({ referrerDomains }: Referrers) =>
      referrerDomains.map(({ domain, clicks, uniqueVisitors }) => ({
        value: domain,
        clicks,
        unique_visitors: uniqueVisitors,
      })),
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
  },
  ...(ownReports as Record<ReportColumn, Dimension>),
} as const satisfies Record<string, Dimension>

type DimensionName = keyof typeof dimensions
const names = Object.keys(dimensions) as [DimensionName, ...DimensionName[]]
const usualLimit = 10

const getBreakdown = tool({
  name: 'get_analytics_breakdown',
  title: 'Clicks by place, device or source',
  description:
    `Where the clicks of one short URL or of all came from: by ${names.join(', ')} (utm: the combinations); most clicks ` +
    'first. Of the last 30 days, unless a period is given. FEATURE_DISABLED: the plan does not include it.',
  effect: 'reads',
  calls: [devices, places, referrers, dimensions.utm.call, ...Object.values(ownReports).map(({ call }) => call)],
  input: z.strictObject({
    by: z.enum(names),
    short_url_id: shortUrlParams.shape.id
      .default('all')
      .describe('UUID, short code or alias of a short URL; all: of all.'),
    limit: z.int().min(1).max(100).default(usualLimit),
    ...filterArguments,
  }),
  output: z.object({
    by: z.enum(names),
    rows: z.array(row),
    more: z.int().nonnegative().describe('How many rows were left out: raise limit to see them.'),
  }),
  ask: ({ by, short_url_id: id = 'all', limit: _, ...filters }) => ({
    call: dimensions[by].call,
    params: { id },
    query: ofFilters(filters),
  }),
  tell(reply: never, { by, limit = usualLimit }) {
    const dimension: Dimension = dimensions[by]
    const rows = dimension.rows(reply)
    return { by, rows: rows.slice(0, limit), more: Math.max(0, rows.length - limit) }
  },
})

export const breakdownTools = [getBreakdown]
