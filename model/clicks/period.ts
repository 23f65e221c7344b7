import { badRequest } from '#core/api-error.ts'
import type { dateRanges, FilterQuery } from '#schemas/analytics.ts'
import { findInstant } from './zoned-time.ts'

/** Half-open, in Unix milliseconds. Without `from` it starts at the first click. */
export interface Period {
  from: number | null
  to: number
  /** Whether `to` is the present. */
  goesOn?: true
}

/** Unit of stored counts. Days and hours of all time zones start at a multiple of it. */
export const quarterMs = 15 * 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const spans: Record<Exclude<(typeof dateRanges)[number], 'all_time' | 'custom'>, number> = {
  last_hour: hourMs,
  last_24_hours: dayMs,
  '24h': dayMs,
  last_7_days: 7 * dayMs,
  '7d': 7 * dayMs,
  last_30_days: 30 * dayMs,
  '30d': 30 * dayMs,
  last_90_days: 90 * dayMs,
  '90d': 90 * dayMs,
  last_year: 365 * dayMs,
  '1y': 365 * dayMs,
}

type PeriodQuery = Pick<FilterQuery, 'dateRange' | 'startDate' | 'endDate' | 'timezone'> & { days?: number | undefined }

/** dateRange wins over dates, dates win over days, and days over the endpoint's own default. */
export function readPeriod(query: PeriodQuery, now: number, standard: 'all_time' | { days: number }): Period {
  const { dateRange, startDate, endDate, days } = query
  if (dateRange === 'custom' && (startDate === undefined || endDate === undefined)) {
    throw badRequest('`startDate` and `endDate` are required when dateRange=custom.')
  }
  if (dateRange === 'all_time') return untilNow(now, null)
  if (dateRange !== undefined && dateRange !== 'custom') return lastSpan(now, spans[dateRange])
  if (startDate !== undefined || endDate !== undefined) return readDates(query, now)
  const span = days ?? (standard === 'all_time' ? null : standard.days)
  return span === null ? untilNow(now, null) : lastDays(now, span)
}

export const lastDays = (now: number, days: number): Period => lastSpan(now, days * dayMs)

export const untilNow = (now: number, from: number | null): Period => ({ from, to: now, goesOn: true })

/** Spans of a day or more start at a full quarter of an hour. */
function lastSpan(now: number, span: number): Period {
  return untilNow(now, span < dayMs ? now - span : quarterOf(now - span))
}

/**
 * The first moment after a period. An ongoing period includes the whole current quarter of an hour: only clocks that are
 * ahead have clicks after the present, so the stored count can be used.
 */
export const endOf = ({ to, goesOn }: Period): number => (goesOn === true ? quarterOf(to) + quarterMs : to)

/** The start of the quarter of an hour that contains a moment. */
export const quarterOf = (at: number): number => Math.floor(at / quarterMs) * quarterMs

function readDates({ startDate, endDate, timezone }: PeriodQuery, now: number): Period {
  const from = startDate === undefined ? null : readMoment(startDate, timezone)
  const to = endDate === undefined ? now : readMoment(isDate(endDate) ? dayAfter(endDate) : endDate, timezone)
  if (from !== null && from >= to) throw badRequest('`startDate` must be before `endDate`, which defaults to now.')
  return endDate === undefined ? untilNow(now, from) : { from, to }
}

/** Dates and times without an offset are in the time zone. */
function readMoment(moment: string, timezone: string): number {
  if (isDate(moment)) return findInstant(`${moment}T00:00`, timezone)
  return /(Z|[+-]\d\d:?\d\d)$/.test(moment) ? Date.parse(moment) : findInstant(moment, timezone)
}

const isDate = (moment: string): boolean => !moment.includes('T')

const dayAfter = (date: string): string => new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)
