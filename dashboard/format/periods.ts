import type { Scope } from '../api/analytics.ts'
import { addDays, writeDay } from './days.ts'

export const periodNames = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  all: 'All time',
} as const
export type PeriodName = keyof typeof periodNames

const days = { '7d': 7, '30d': 30, '90d': 90 } as const

export const standardPeriod: PeriodName = '30d'

/** undefined for the standard one, which so is in no address. */
export const readPeriodName = (value: unknown): PeriodName | undefined =>
  typeof value === 'string' && value in periodNames && value !== standardPeriod ? (value as PeriodName) : undefined

/** Whole days of the reader's time zone, today among them; the 24 hours end now. */
export function describePeriod(name: PeriodName, today: Date): Scope & { granularity: 'hour' | 'day' } {
  if (name === 'all') return { dateRange: 'all_time', granularity: 'day' }
  if (name === '24h') return { dateRange: 'last_24_hours', granularity: 'hour' }
  return { ...wholeDays(days[name], today), granularity: 'day' }
}

/** The days before those of a period, as many; undefined where it does not have whole days. */
export const describeBefore = (name: PeriodName, today: Date) =>
  name === 'all' || name === '24h' ? undefined : daysBefore(days[name], today)

export const wholeDays = (count: number, last: Date): { startDate: string; endDate: string } => ({
  startDate: writeDay(addDays(last, 1 - count)),
  endDate: writeDay(last),
})

/** The days before those, as many. */
export const daysBefore = (count: number, last: Date) => wholeDays(count, addDays(last, -count))
