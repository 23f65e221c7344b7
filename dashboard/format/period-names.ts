import { isDay } from './days.ts'
import { readKey } from './read-search.ts'
import type { Dates } from './whole-days.ts'

export const periodNames = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  all: 'All time',
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'This week',
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'This quarter',
  year: 'Year to date',
} as const
export type PeriodName = keyof typeof periodNames

/** Keyboard shortcuts of the periods. */
export const periodKeys: Readonly<Record<PeriodName, string>> = {
  '24h': 'h',
  '7d': 's',
  '30d': 't',
  '90d': 'n',
  '12m': 'f',
  all: 'a',
  today: 'd',
  yesterday: 'e',
  week: 'w',
  month: 'm',
  'last-month': 'l',
  quarter: 'q',
  year: 'y',
}

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

/** The custom range, if both days are valid and in order. */
export const readOwnDays = ({ from, to }: Span): Dates | undefined =>
  isDay(from) && isDay(to) && from <= to ? { startDate: from, endDate: to } : undefined
