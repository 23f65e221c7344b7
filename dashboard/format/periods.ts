import type { Granularity } from '#schemas/analytics.ts'
import {
  type Back,
  shiftMonth,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
  startOfYear,
  yearBefore,
} from './calendar.ts'
import { addDays, countDays, dayMs, isDay, shiftDay, writeDay } from './days.ts'
import { type ComparisonName, type PeriodName, readOwnDays, type Span, standardPeriod } from './period-names.ts'
import { type Dates, wholeDays } from './whole-days.ts'

const lengths = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const

/** The parts of a period in a timeline. */
export interface Buckets {
  granularity: Granularity
  /** The period includes the present: its last bucket is still in progress. */
  isOpen: boolean
  /** The days of the period up to today. All time and 24 hours have none. */
  days?: Dates | undefined
}

interface Period extends Buckets {
  scope: Partial<Dates> & { dateRange?: 'all_time' | 'last_24_hours' }
}

/** Days are in the user's time zone and include today. The period of 24 hours ends now. */
export function describePeriod(span: Span, now: Date, by?: Granularity): Period {
  const days = daysOf(span, now)
  const granularity = granularitiesOf(days).find((each) => each === by) ?? standardGranularity(days)
  if (days !== undefined) {
    const [today, { startDate, endDate }] = [writeDay(now), days]
    const passed = { startDate, endDate: endDate < today ? endDate : today }
    return { scope: days, granularity, isOpen: endDate >= today, days: passed }
  }
  if (span.period === 'all') return { scope: { dateRange: 'all_time' }, granularity, isOpen: true }
  return { scope: { dateRange: 'last_24_hours' }, granularity: 'hour', isOpen: true }
}

/** The granularities to choose from. */
export const granularityChoices = (span: Span, now: Date): Granularity[] =>
  readOwnDays(span) === undefined && span.period === '24h' ? [] : granularitiesOf(daysOf(span, now))

/** The days of a period; undefined for all time and for 24 hours. */
function daysOf(span: Span, now: Date): Dates | undefined {
  const { period = standardPeriod } = span
  const own = readOwnDays(span)
  if (own !== undefined || period === 'all' || period === '24h') return own
  return isCalendar(period) ? calendarDays(period, writeDay(now)) : wholeDays(lengths[period], now)
}

type CalendarPeriod = Exclude<PeriodName, keyof typeof lengths | 'all' | '24h'>
const isCalendar = (period: PeriodName): period is CalendarPeriod =>
  !(period in lengths) && period !== 'all' && period !== '24h'

const starts: Record<CalendarPeriod, (today: string) => string> = {
  today: (today) => today,
  yesterday: (today) => shiftDay(today, -1),
  week: startOfWeek,
  month: startOfMonth,
  'last-month': (today) => shiftMonth(startOfMonth(today), -1),
  quarter: startOfQuarter,
  year: startOfYear,
}

function calendarDays(period: CalendarPeriod, today: string): Dates {
  const startDate = starts[period](today)
  if (period === 'yesterday') return { startDate, endDate: startDate }
  return { startDate, endDate: period === 'last-month' ? shiftDay(startOfMonth(today), -1) : today }
}

/**
 * Start of the previous calendar period, such as the previous month, by the start of the current one. A year is compared by
 * its dates.
 */
const earlierStarts: Partial<Record<PeriodName, (start: string) => string>> = {
  week: (start) => shiftDay(start, -7),
  month: (start) => shiftMonth(start, -1),
  'last-month': (start) => shiftMonth(start, -1),
  quarter: (start) => shiftMonth(start, -3),
}

/** A period to compare with. */
interface Compared {
  /** Compared bucket by bucket. */
  timeline: Dates
  /** Up to the same time of day, so that an unfinished day is compared with a part of a day. */
  totals: Dates
  back: Back
}

/** The period to compare with. undefined if there is nothing to compare with. */
export function describeBefore(span: Span, now: Date, comparison: ComparisonName = 'previous'): Compared | undefined {
  if (comparison === 'none') return undefined
  const days = daysOf(span, now)
  if (days === undefined) return span.period === '24h' ? hoursBefore(now, comparison) : undefined
  const named = readOwnDays(span) === undefined ? span.period : undefined
  return comparison === 'year' || named === 'year' ? datesBefore(days, now) : previousDays(days, now, named)
}

function previousDays({ startDate, endDate }: Dates, now: Date, named: PeriodName | undefined): Compared | undefined {
  const earlier = named && earlierStarts[named]
  const back = earlier === undefined ? countDays(startDate, endDate) : countDays(earlier(startDate), startDate) - 1
  if (!isDay(shiftDay(startDate, -back))) return undefined
  // February has fewer days than the part of March that has passed.
  const last = [shiftDay(endDate, -back), shiftDay(startDate, -1)].sort()[0] ?? endDate
  const isWhole = named === 'last-month'
  const timeline = { startDate: shiftDay(startDate, -back), endDate: isWhole ? shiftDay(startDate, -1) : last }
  const isOpen = includesToday({ startDate, endDate }, now) && last === shiftDay(endDate, -back)
  return { timeline, totals: isOpen ? { ...timeline, endDate: addDays(now, -back).toISOString() } : timeline, back }
}

/** The same dates of the year before, which may overlap with the period. */
function datesBefore(days: Dates, now: Date): Compared | undefined {
  const timeline = { startDate: yearBefore(days.startDate), endDate: yearBefore(days.endDate) }
  if (!isDay(timeline.startDate)) return undefined
  const totals = includesToday(days, now)
    ? { ...timeline, endDate: addDays(now, -daysToYearBefore(now)).toISOString() }
    : timeline
  return { timeline, totals, back: 'year' }
}

function includesToday({ startDate, endDate }: Dates, now: Date): boolean {
  const today = writeDay(now)
  return startDate <= today && endDate >= today
}

/**
 * The 24 hours of the API begin at a quarter of an hour. The previous ones end there, so that no click is in both totals. The
 * chart compares the hours of the clock, so that its period has an hour less or more if the clocks changed in between.
 */
function hoursBefore(now: Date, comparison: ComparisonName): Compared {
  const back = comparison === 'year' ? daysToYearBefore(now) : 1
  const start = startOfHours(now)
  const then = addDays(now, -back)
  return {
    timeline: datesOf(addDays(start, -back), then),
    totals:
      comparison === 'year' ? datesOf(startOfHours(then), then) : datesOf(new Date(start.getTime() - dayMs), start),
    back,
  }
}

const quarterMs = 15 * 60_000
/** The start of the 24 hours that end at this time. */
const startOfHours = (end: Date): Date => new Date(Math.floor((end.getTime() - dayMs) / quarterMs) * quarterMs)
const datesOf = (start: Date, end: Date): Dates => ({ startDate: start.toISOString(), endDate: end.toISOString() })

/** The days between today and the same date a year before. */
function daysToYearBefore(now: Date): number {
  const today = writeDay(now)
  return countDays(yearBefore(today), today) - 1
}

const longestByHour = 2
/** More points than this are hard to tell apart. */
const longestByDay = 92
const longestByWeek = 2 * 366
const fewestForWeeks = 14
const fewestForMonths = 60

function standardGranularity(days: Dates | undefined): Granularity {
  const count = days === undefined ? longestByWeek : countDays(days.startDate, days.endDate)
  if (count <= longestByHour) return 'hour'
  if (count <= longestByDay) return 'day'
  return count <= longestByWeek ? 'week' : 'month'
}

function granularitiesOf(days: Dates | undefined): Granularity[] {
  if (days === undefined) return ['day', 'week', 'month']
  const count = countDays(days.startDate, days.endDate)
  if (count < fewestForWeeks) return []
  return count < fewestForMonths ? ['day', 'week'] : ['day', 'week', 'month']
}
