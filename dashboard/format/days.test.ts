import { afterEach, expect, it } from 'vitest'
import { filterQuery } from '#schemas/analytics.ts'
import { addDays, hour, isDay, relativeTime, shortDay, writeDay } from './days.ts'
import { keepTimeZone } from './time-zone.ts'

afterEach(() => keepTimeZone(null))

const late = new Date('2026-03-28T23:30:00Z')

it.each(['1970-12-31', '1971-01-01', '2026-02-31', '2099-12-31', '2100-01-01'])(
  'accepts the day %s for a custom range if analytics do',
  (day) => {
    expect(isDay(day)).toBe(filterQuery.safeParse({ startDate: day }).success)
  },
)

it('formats days and times in the selected time zone', () => {
  keepTimeZone('Pacific/Auckland')
  expect([writeDay(late), shortDay(late), hour(late)]).toEqual(['2026-03-29', 'Mar 29', '12:30'])
  keepTimeZone('America/New_York')
  expect([writeDay(late), shortDay(late), hour(late)]).toEqual(['2026-03-28', 'Mar 28', '19:30'])
})

it('keeps the time of day across a clock change', () => {
  keepTimeZone('Europe/Berlin')
  const noon = new Date('2026-03-28T11:00:00Z')
  expect(addDays(noon, 1).toISOString()).toBe('2026-03-29T10:00:00.000Z')
  expect(addDays(addDays(noon, 1), -1)).toEqual(noon)
  expect(addDays(noon, -60).toISOString()).toBe('2026-01-27T11:00:00.000Z')
})

it('includes the year if it differs in that time zone', () => {
  keepTimeZone('Asia/Tokyo')
  const newYear = new Date('2025-12-31T16:00:00Z')
  expect(relativeTime(newYear, new Date('2026-06-01T00:00:00Z'))).toBe('Jan 1')
  keepTimeZone('UTC')
  expect(relativeTime(newYear, new Date('2026-06-01T00:00:00Z'))).toBe('Dec 31 2025')
})
