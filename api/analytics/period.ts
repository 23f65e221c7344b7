import type { dateRanges, FilterQuery } from '#schemas/analytics.ts'
import { ApiError } from '../http/api-error.ts'
import { findInstant } from './zoned-time.ts'

/** Half-open, in Unix milliseconds. Without `from` it reaches back to the first click. */
export interface Period {
  from: number | null
  to: number
}

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
    throw refuse('dateRange=custom needs startDate and endDate')
  }
  if (dateRange === 'all_time') return { from: null, to: now }
  if (dateRange !== undefined && dateRange !== 'custom') return { from: now - spans[dateRange], to: now }
  if (startDate !== undefined || endDate !== undefined) return readDates(query, now)
  if (days === undefined && standard === 'all_time') return { from: null, to: now }
  const span = days ?? (standard === 'all_time' ? 0 : standard.days)
  return { from: now - span * dayMs, to: now }
}

function readDates({ startDate, endDate, timezone }: PeriodQuery, now: number): Period {
  const from = startDate === undefined ? null : readMoment(startDate, timezone)
  const to = endDate === undefined ? now : readMoment(isDate(endDate) ? dayAfter(endDate) : endDate, timezone)
  if (from !== null && from >= to) throw refuse('the period must end after it begins')
  return { from, to }
}

/** Dates, and times without an offset, are those of the time zone. */
function readMoment(moment: string, timezone: string): number {
  if (isDate(moment)) return findInstant(`${moment}T00:00`, timezone)
  return /(Z|[+-]\d\d:?\d\d)$/.test(moment) ? Date.parse(moment) : findInstant(moment, timezone)
}

const isDate = (moment: string): boolean => !moment.includes('T')

const dayAfter = (date: string): string => new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)

const refuse = (problem: string) => new ApiError('BAD_REQUEST', 'Invalid request', problem)
