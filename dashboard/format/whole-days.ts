import { shiftDay, writeDay } from './days.ts'

export interface Dates {
  startDate: string
  endDate: string
}

export function wholeDays(count: number, last: Date): Dates {
  const endDate = writeDay(last)
  return { startDate: shiftDay(endDate, 1 - count), endDate }
}

/** The same number of days before that period. */
export function daysBefore(count: number, last: Date): Dates {
  const { startDate, endDate } = wholeDays(count, last)
  return { startDate: shiftDay(startDate, -count), endDate: shiftDay(endDate, -count) }
}
