import { z } from 'zod'
import { columnOf, type FilterColumn, type FilterName, filterColumns, filterNameOf } from './click-columns.ts'
import { instant, queryInteger } from './envelope.ts'
import { shortUrlDomain, shortUrlParams, urlTypes } from './links.ts'
import { timeZone } from './time-zone.ts'
import { text } from './values.ts'

/** Two vocabularies for the same spans; each ends now. */
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

/** The values of one filter, in lower case. Empty: it does not filter. */
export interface Choice {
  include: readonly string[]
  exclude: readonly string[]
}

/** A parameter that may be repeated. */
const repeatable = z.preprocess(
  (value) => (Array.isArray(value) || value === undefined ? value : [value]),
  z.array(text(valueLimit)).max(mostValues, `must not be repeated more than ${mostValues} times`),
)

const fold = (values: readonly string[]) =>
  values.map((value) => value.trim().toLowerCase()).filter((value) => value !== '')

/** Text that is taken as it is, commas and hyphens too. */
const literal = () => repeatable.transform((values): Choice => ({ include: fold(values), exclude: [] })).optional()

/** Names that differ by case are different ones. */
const exact = () =>
  repeatable.transform((values) => values.map((value) => value.trim()).filter((value) => value !== '')).optional()

/** Comma-separated values; a hyphen before one excludes it. */
const listed = () =>
  repeatable
    .transform((values): Choice => {
      const parts = fold(values.flatMap((value) => value.split(',')))
      const isExcluded = (part: string) => part.startsWith('-')
      return {
        include: parts.filter((part) => !isExcluded(part)),
        exclude: fold(parts.filter(isExcluded).map((part) => part.slice(1))),
      }
    })
    .refine(
      ({ include, exclude }) => include.length + exclude.length <= mostValues,
      `must not list more than ${mostValues} values`,
    )

const oneOf = (known: readonly string[]) =>
  listed().refine(
    ({ include, exclude }) => [...include, ...exclude].every((value) => known.includes(value)),
    `must be one of ${known.join(', ')}`,
  )

const isDate = (value: string) => z.iso.date().safeParse(value).success
const isDateTime = (value: string) => z.iso.datetime({ offset: true, local: true }).safeParse(value).success

/** Years that a DateTime of the click store can hold. */
const inRange = (value: string) => value >= '1971' && value < '2100'

/** A date or an instant. A plus sign that its sender did not encode arrives as a space. */
const moment = z
  .string()
  .transform((value) => value.replace(/ (?=\d\d:\d\d$)/, '+'))
  .refine((value) => isDate(value) || isDateTime(value), 'must be an ISO 8601 date or instant')
  .refine(inRange, 'must lie between the years 1971 and 2099')

type ColumnFilter = z.ZodOptional<z.ZodType<Choice>>

/** A filter for each column that has one. */
const columnFilters = Object.fromEntries(filterColumns.map((name) => [filterNameOf(name), readFilter(name)])) as {
  [Column in FilterColumn as FilterName<Column>]: ColumnFilter
}

function readFilter(name: FilterColumn): ColumnFilter {
  const { filter, values } = columnOf(name)
  if (filter === 'text') return literal()
  return (values === undefined ? listed() : oneOf(values)).optional()
}

/** The filter set F: which clicks an analytics query is about. */
export const filterQuery = z.object({
  dateRange: z
    .enum(dateRanges)
    .optional()
    .describe('Until now; a day and more begins with a whole quarter of an hour.'),
  startDate: moment.optional(),
  endDate: moment.optional().describe('A date without a time includes that day.'),
  timezone: timeZone.default('UTC').describe('Of days, and of dates and times without an offset.'),
  traffic: z.enum(['default', 'human', 'bot', 'all']).default('default').describe('default: human and unknown.'),
  trigger: z.enum(['all', 'link', 'qr']).default('all'),
  urlType: oneOf(['all', ...urlTypes]).optional(),
  campaignId: exact().describe('UUID or name of a campaign. Of an unknown one there are no clicks.'),
  tags: listed()
    .optional()
    .describe('Of the short URL: one of these, comma-separated; a hyphen before one excludes it.'),
  ...columnFilters,
})
export type FilterQuery = z.output<typeof filterQuery>

export const reportParams = z.object({
  id: shortUrlParams.shape.id.describe('UUID, short code or alias of an own short URL, or `all`.'),
})

/** Tells short URLs with the same code apart. */
export const reportDomain = shortUrlDomain.pick({ subdomain: true, branded_domain: true })

export const granularity = z.enum(['hour', 'day']).default('day')

export const timelineQuery = filterQuery.extend({
  days: queryInteger(1, 365).optional(),
  granularity,
})

export const timelineReply = z.array(
  z.object({
    date: instant.describe('Where the interval begins.'),
    clicks: z.int(),
    unique_visitors: z.int(),
  }),
)
