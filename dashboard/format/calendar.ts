import type { Granularity } from '#schemas/analytics.ts'
import { shiftDay } from './days.ts'

/** Days and months of the calendar, as in `2026-11-22`, without time zones. */

const dayOfWeek = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
export const startOfWeek = (day: string): string => shiftDay(day, -dayOfWeek(day))
export const startOfMonth = (day: string): string => `${day.slice(0, 'yyyy-mm'.length)}-01`
export const startOfYear = (day: string): string => `${day.slice(0, 'yyyy'.length)}-01-01`

const monthsPerQuarter = 3
export function startOfQuarter(day: string): string {
  const month = Number(day.slice('yyyy-'.length, 'yyyy-mm'.length)) - 1
  return shiftMonth(startOfMonth(day), -(month % monthsPerQuarter))
}

/** The first day of a month, moved by months. */
export function shiftMonth(first: string, months: number): string {
  const date = new Date(`${first}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/** The same date a year before; February 28 for February 29. */
export const yearBefore = (day: string): string =>
  `${Number(day.slice(0, 'yyyy'.length)) - 1}${day.slice('yyyy'.length)}`.replace('-02-29', '-02-28')

/** How far back a comparison is: a number of days, or to the same dates of the year before. */
export type Back = number | 'year'

/** The day that a day is compared with; undefined for February 29 in a comparison of dates. */
export function dayBack(day: string, back: Back): string | undefined {
  if (back !== 'year') return shiftDay(day, -back)
  return day.endsWith('-02-29') ? undefined : yearBefore(day)
}

/** The last day of an interval, by its first one. */
export function bucketEnd(first: string, granularity: Granularity): string {
  if (granularity === 'week') return shiftDay(startOfWeek(first), 6)
  return granularity === 'month' ? shiftDay(shiftMonth(startOfMonth(first), 1), -1) : first
}
