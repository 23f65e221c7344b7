import { addDays, countDays, dayMs, isDay, shiftDay, writeDay } from './days.ts'
import { readKey } from './read-search.ts'

export const periodNames = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  all: 'All time',
} as const
export type PeriodName = keyof typeof periodNames

const lengths = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const

export const standardPeriod: PeriodName = '30d'

/** undefined for the default period, which is not part of the URL. */
export const readPeriodName = (value: unknown): PeriodName | undefined =>
  value === standardPeriod ? undefined : readKey(periodNames, value)

export const comparisonNames = {
  previous: 'Previous period',
  year: 'Previous year',
  none: 'No comparison',
} as const
export type ComparisonName = keyof typeof comparisonNames

/** A named period, or a custom range, which takes precedence. */
export interface Span {
  period?: PeriodName | undefined
  from?: string | undefined
  to?: string | undefined
}

interface Dates {
  startDate: string
  endDate: string
}

/** The parts of a period in a timeline. */
export interface Buckets {
  granularity: 'hour' | 'day'
  /** The period includes the present: its last bucket is still in progress. */
  isOpen: boolean
}

interface Period extends Buckets {
  scope: Partial<Dates> & { dateRange?: 'all_time' | 'last_24_hours' }
}

/** Days are in the user's time zone and include today. The period of 24 hours ends now. */
export function describePeriod(span: Span, now: Date): Period {
  const days = readOwnDays(span)
  if (days !== undefined)
    return { scope: days, granularity: granularityOf(days), isOpen: days.endDate >= writeDay(now) }
  const { period = standardPeriod } = span
  if (period === 'all') return { scope: { dateRange: 'all_time' }, granularity: 'day', isOpen: true }
  if (period === '24h') return { scope: { dateRange: 'last_24_hours' }, granularity: 'hour', isOpen: true }
  return { scope: wholeDays(lengths[period], now), granularity: 'day', isOpen: true }
}

/**
 * The period to compare with: `timeline` bucket by bucket, `totals` up to the same time of day, so that an unfinished day is
 * compared with a part of a day. undefined if there is nothing to compare with.
 */
export function describeBefore(
  span: Span,
  now: Date,
  comparison: ComparisonName = 'previous',
): { timeline: Dates; totals: Dates } | undefined {
  if (comparison === 'none') return undefined
  const days = readOwnDays(span)
  const { period = standardPeriod } = span
  if (days === undefined && period === 'all') return undefined
  if (days === undefined && period === '24h') {
    const end = comparison === 'year' ? addDays(now, -365) : new Date(now.getTime() - dayMs)
    const dates = { startDate: new Date(end.getTime() - dayMs).toISOString(), endDate: end.toISOString() }
    return { timeline: dates, totals: dates }
  }
  const { startDate, endDate } = days ?? wholeDays(lengths[period as keyof typeof lengths], now)
  const back = comparison === 'year' ? 365 : countDays(startDate, endDate)
  const timeline = { startDate: shiftDay(startDate, -back), endDate: shiftDay(endDate, -back) }
  const today = writeDay(now)
  const isOpen = startDate <= today && endDate >= today
  return { timeline, totals: isOpen ? { ...timeline, endDate: addDays(now, -back).toISOString() } : timeline }
}

const longestByHour = 2
const granularityOf = ({ startDate, endDate }: Dates) =>
  countDays(startDate, endDate) <= longestByHour ? 'hour' : 'day'

/** The custom range, if both days are valid and in order. */
export const readOwnDays = ({ from, to }: Span): Dates | undefined =>
  isDay(from) && isDay(to) && from <= to ? { startDate: from, endDate: to } : undefined

export function wholeDays(count: number, last: Date): Dates {
  const endDate = writeDay(last)
  return { startDate: shiftDay(endDate, 1 - count), endDate }
}

/** The same number of days before that period. */
export function daysBefore(count: number, last: Date): Dates {
  const { startDate, endDate } = wholeDays(count, last)
  return { startDate: shiftDay(startDate, -count), endDate: shiftDay(endDate, -count) }
}
