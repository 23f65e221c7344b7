import { z } from 'zod'
import { columnOf, type FilterColumn, type FilterName, filterColumns, filterNameOf } from './click-columns.ts'
import { instant, queryInteger } from './envelope.ts'
import { shortUrlDomain, shortUrlParams, urlTypes } from './links.ts'
import { timeZone } from './time-zone.ts'
import { text } from './values.ts'

/** Two sets of names for the same periods; each ends now. */
export const dateRanges = [
  'last_hour',
  'last_24_hours',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_year',
  '24h',
  '7d',
  '30d',
  '90d',
  '1y',
  'all_time',
  'custom',
] as const

const valueLimit = 1_024
const mostValues = 50

/** Values of one filter, in lower case except for tags. An empty filter matches everything. */
export interface Choice {
  include: readonly string[]
  exclude: readonly string[]
}

const repeatable = z.preprocess(
  (value) => (Array.isArray(value) || value === undefined ? value : [value]),
  z.array(text(valueLimit)).max(mostValues, `Must not be repeated more than ${mostValues} times.`),
)

const trim = (values: readonly string[]) => values.map((value) => value.trim()).filter((value) => value !== '')
const fold = (values: readonly string[]) => trim(values).map((value) => value.toLowerCase())

const literal = () =>
  repeatable
    .transform((values): Choice => ({ include: fold(values), exclude: [] }))
    .optional()
    .describe('Exact value, ignoring case. Repeat the parameter to match several values.')

/** Case-sensitive names. */
const exact = () => repeatable.transform(trim).optional()

/** Comma-separated values; a leading hyphen excludes a value. */
const listed = (read = fold) =>
  repeatable
    .transform((values): Choice => {
      const parts = read(values.flatMap((value) => value.split(',')))
      const isExcluded = (part: string) => part.startsWith('-')
      return {
        include: parts.filter((part) => !isExcluded(part)),
        exclude: read(parts.filter(isExcluded).map((part) => part.slice(1))),
      }
    })
    .refine(
      ({ include, exclude }) => include.length + exclude.length <= mostValues,
      `Must not list more than ${mostValues} values.`,
    )

const oneOf = (known: readonly string[]) =>
  listed().refine(
    ({ include, exclude }) => [...include, ...exclude].every((value) => known.includes(value)),
    `Must be one of ${known.join(', ')}.`,
  )

const isDate = (value: string) => z.iso.date().safeParse(value).success
const isDateTime = (value: string) => z.iso.datetime({ offset: true, local: true }).safeParse(value).success

/** Years that fit a DateTime in ClickHouse. */
const inRange = (value: string) => value >= '1971' && value < '2100'

/** A date, or a date and time. An unencoded plus sign arrives as a space. */
const moment = z
  .string()
  .transform((value) => value.replace(/ (?=\d\d:\d\d$)/, '+'))
  .refine(
    (value) => isDate(value) || isDateTime(value),
    'Use an ISO 8601 date or date and time, such as 2026-11-30 or 2026-11-30T09:00:00Z.',
  )
  .refine(inRange, 'Must be between the years 1971 and 2099.')

type ColumnFilter = z.ZodOptional<z.ZodType<Choice>>

const commaSeparated = 'Comma-separated values, ignoring case. Prefix a value with a hyphen to exclude it.'

const columnFilters = Object.fromEntries(filterColumns.map((name) => [filterNameOf(name), readFilter(name)])) as {
  [Column in FilterColumn as FilterName<Column>]: ColumnFilter
}

function readFilter(name: FilterColumn): ColumnFilter {
  const { filter, values } = columnOf(name)
  if (filter === 'text') return literal()
  return (values === undefined ? listed() : oneOf(values)).optional().describe(commaSeparated)
}

/** The filter set F, shared by all analytics endpoints. */
export const filterQuery = z.object({
  dateRange: z
    .enum(dateRanges)
    .optional()
    .describe(
      'Period that ends now, or `custom`. A day has 24 hours: `last_30_days` is 30 × 24 hours, not 30 calendar days. Periods of a day or longer start on a quarter hour.',
    ),
  startDate: moment.optional().describe('Start of a custom range: ISO 8601 date or date and time.'),
  endDate: moment.optional().describe('End of a custom range, exclusive. A date includes the whole day.'),
  timezone: timeZone.default('UTC').describe('IANA time zone for grouping by day and for dates without an offset.'),
  traffic: z
    .enum(['default', 'human', 'bot', 'all'])
    .default('default')
    .describe('`default`: humans and unknown clients, such as scripts, but not bots.'),
  trigger: z.enum(['all', 'link', 'qr']).default('all').describe('`qr`: only QR code scans. `link`: all other clicks.'),
  urlType: oneOf(['all', ...urlTypes])
    .optional()
    .describe(commaSeparated),
  campaignId: exact().describe('Campaign UUID or name. An unknown campaign matches nothing.'),
  // Each store folds tags itself: in Postgres, a capital İ or a final Σ has another lowercase letter.
  tags: listed(trim)
    .optional()
    .describe('Tags of the short URL, comma-separated. Prefix one with a hyphen to exclude it.'),
  ...columnFilters,
})
export type FilterQuery = z.output<typeof filterQuery>

export const reportParams = z.object({
  id: shortUrlParams.shape.id.describe(
    'UUID, short code, or custom alias of a short URL, or `all`. If several domains have the code, add `urlType`, `subdomain`, or `branded_domain`.',
  ),
})

/** Selects one of several short URLs with the same code, as `urlType` does. */
export const reportDomain = shortUrlDomain.pick({ subdomain: true, branded_domain: true })

export const reportDays = queryInteger(1, 365)
  .optional()
  .describe('Number of days up to now. `dateRange` takes precedence.')

export const granularities = ['hour', 'day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]

export const granularity = z
  .enum(granularities)
  .default('day')
  .describe(
    'Length of the intervals, in the time zone `timezone`. Weeks start on Monday. The first interval counts only clicks in the period, but its `date` can be earlier.',
  )

export const timelineQuery = filterQuery.extend({
  days: reportDays,
  granularity,
})

export const timelineReply = z.array(
  z.object({
    date: instant.describe('Start of the interval, in UTC.'),
    clicks: z.int(),
    unique_visitors: z.int(),
  }),
)
