import { afterAll, beforeAll, expect, it } from 'vitest'
import { begunBuckets, bucketName, matchBuckets, shortBucketName } from './buckets.ts'
import type { Back } from './calendar.ts'
import { countDays, shiftDay } from './days.ts'
import { localMoment, readMoment } from './local-moment.ts'
import type { Buckets } from './periods.ts'
import { keepTimeZone } from './time-zone.ts'

beforeAll(() => keepTimeZone('America/New_York'))
afterAll(() => keepTimeZone(null))

const dayAt = (day: string) => new Date(readMoment(`${day}T00:00`))

it('drops buckets that have not begun', () => {
  const hours = ['10', '11', '12', '13'].map((hour) => ({ date: `2026-11-21T${hour}:00:00.000Z`, clicks: 0 }))
  const today: Buckets = { granularity: 'hour', isOpen: true, days: { startDate: '2026-11-21', endDate: '2026-11-21' } }
  const dates = (now: string, buckets = today) =>
    begunBuckets(hours, buckets, new Date(now)).map(({ date }) => date.slice(11, 13))
  expect(dates('2026-11-21T11:59:59.999Z')).toEqual(['10', '11'])
  expect(dates('2026-11-21T12:00:00.000Z')).toEqual(['10', '11', '12'])
  expect(dates('2026-11-22T00:00:00.000Z')).toHaveLength(4)
  expect(dates('2026-11-20T00:00:00.000Z')).toEqual([])
  // The API ends these hours, whatever the clock of the browser says.
  expect(dates('2026-11-21T11:00:00.000Z', { granularity: 'hour', isOpen: true })).toHaveLength(4)
})

const november = { startDate: '2026-11-04', endDate: '2026-11-24' }
const weeks: Buckets = { granularity: 'week', isOpen: false, days: november }
const mondays = () => ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'].map(dayAt)

it('names a week or month by its days if only some of them are in the period', () => {
  expect(mondays().map((at) => bucketName(at, weeks).replace(/\s–\s/, '-'))).toEqual([
    'Nov 4-8, 2026',
    'Week of Nov 9, 2026',
    'Week of Nov 16, 2026',
    'Nov 23-24, 2026',
  ])
  expect(mondays().map((at) => shortBucketName(at, weeks))).toEqual(['Nov 4', 'Nov 9', 'Nov 16', 'Nov 23'])
  const month: Buckets = { ...weeks, granularity: 'month' }
  expect(bucketName(dayAt('2026-11-01'), month)).toMatch(/^Nov 4\s–\s24, 2026$/)
  expect(bucketName(dayAt('2026-11-01'), { ...month, days: { ...november, startDate: '2026-11-01' } })).toMatch(
    /^Nov 1\s/,
  )
  expect(bucketName(dayAt('2026-11-01'), { granularity: 'month', isOpen: true })).toBe('November 2026')
  expect(bucketName(dayAt('2026-11-07'), { ...weeks, granularity: 'day' })).toBe('Sat, Nov 7, 2026')
  // Outdated weeks, of another period.
  expect(bucketName(dayAt('2025-03-03'), weeks)).toBe('Week of Mar 3, 2025')
})

/** The number of each day, from 1, in a period of `length` days. */
const daysFrom = (first: string, length: number) => ({
  points: Array.from({ length }, (_, index) => ({ at: dayAt(shiftDay(first, index)), value: index + 1 })),
})
const sumOf = (first: number, last: number) => ((first + last) * (last - first + 1)) / 2
const same = (value: number) => ({ value, isComparable: true })

it('compares weeks with the same days of the comparison period, also partial ones', () => {
  // 21 days, as many as the period has: 5, 7, 7 and 2 of them.
  const earlier = { ...daysFrom('2026-10-14', 21), back: 21 }
  expect(matchBuckets(mondays(), weeks, earlier)).toEqual([
    same(sumOf(1, 5)),
    same(sumOf(6, 12)),
    same(sumOf(13, 19)),
    same(sumOf(20, 21)),
  ])
})

it('has no comparison where the comparison period is shorter', () => {
  const earlier = { ...daysFrom('2026-10-14', 14), back: 21 }
  expect(matchBuckets(mondays(), weeks, earlier).slice(1)).toEqual([
    same(sumOf(6, 12)),
    { value: sumOf(13, 14), isComparable: false },
    { value: null, isComparable: false },
  ])
})

it('compares months of different lengths with as many days', () => {
  const days = { startDate: '2026-10-01', endDate: '2026-12-20' }
  const months = ['2026-10-01', '2026-11-01', '2026-12-01'].map(dayAt)
  const earlier = { ...daysFrom('2026-07-01', 81), back: countDays('2026-07-01', '2026-10-01') - 1 }
  expect(matchBuckets(months, { granularity: 'month', isOpen: true, days }, earlier)).toEqual([
    same(sumOf(1, 31)),
    same(sumOf(32, 61)),
    same(sumOf(62, 81)),
  ])
})

it('compares dates with those of the year before, except for a leap day', () => {
  const days = { startDate: '2024-02-01', endDate: '2024-03-31' }
  const months = ['2024-02-01', '2024-03-01'].map(dayAt)
  const earlier = { ...daysFrom('2023-02-01', 59), back: 'year' } as const
  expect(matchBuckets(months, { granularity: 'month', isOpen: false, days }, earlier)).toEqual([
    { value: sumOf(1, 28), isComparable: false },
    same(sumOf(29, 59)),
  ])
  const each = ['2024-02-28', '2024-02-29', '2024-03-01'].map(dayAt)
  expect(matchBuckets(each, { granularity: 'day', isOpen: false, days }, earlier)).toEqual([
    same(28),
    { value: null, isComparable: false },
    same(29),
  ])
  const next = { startDate: '2025-02-27', endDate: '2025-03-02' }
  const leap = { ...daysFrom('2024-02-27', 5), back: 'year' } as const
  const after = ['2025-02-28', '2025-03-01'].map(dayAt)
  expect(matchBuckets(after, { granularity: 'day', isOpen: false, days: next }, leap)).toEqual([same(2), same(4)])
})

it('compares days across a clock change', () => {
  const days = { startDate: '2026-11-01', endDate: '2026-11-02' }
  const each = ['2026-11-01', '2026-11-02'].map(dayAt)
  const earlier = { ...daysFrom('2026-10-30', 2), back: 2 }
  expect(matchBuckets(each, { granularity: 'day', isOpen: false, days }, earlier)).toEqual([same(1), same(2)])
})

const none = { value: null, isComparable: false }
/** The hours of the clock from 0 to 4, and their numbers from 1. Clocks go forward on March 8 and back on November 1. */
const hoursOf = (day: string) =>
  Array.from({ length: 30 }, (_, index) => new Date(dayAt(day).getTime() + index * 3_600_000))
    .filter((at) => localMoment(at.toISOString()) < `${day}T04:00`)
    .map((at, index) => ({ at, value: index + 1 }))
const compareHours = (day: string, earlier: string, back: Back) => {
  const hours = hoursOf(day).map(({ at }) => at)
  return matchBuckets(hours, { granularity: 'hour', isOpen: true }, { points: hoursOf(earlier), back })
}

it('compares hours of the clock, also on days and with days of 23 and 25 hours', () => {
  expect(compareHours('2026-11-21', '2026-11-20', 1)).toEqual([1, 2, 3, 4].map(same))
  // There is no 2:00 on March 8.
  expect(compareHours('2026-03-08', '2026-03-07', 1)).toEqual([1, 2, 4].map(same))
  expect(compareHours('2026-03-09', '2026-03-08', 1)).toEqual([same(1), same(2), none, same(3)])
  // 1:00 comes twice on November 1.
  expect(compareHours('2026-11-01', '2026-10-31', 1)).toEqual([1, 2, 2, 3, 4].map(same))
  expect(compareHours('2026-11-02', '2026-11-01', 1)).toEqual([1, 2, 4, 5].map(same))
  expect(compareHours('2026-11-01', '2025-11-01', 'year')).toEqual([1, 2, 2, 3, 4].map(same))
})

it('compares nothing with hours that have not been read', () => {
  const hours = [10, 11, 12].map((hour) => new Date(Date.UTC(2026, 10, 21, hour)))
  const points = [10, 11].map((hour) => ({ at: new Date(Date.UTC(2026, 10, 20, hour)), value: hour }))
  const earlier = { points, back: 1 }
  expect(matchBuckets(hours, { granularity: 'hour', isOpen: true }, earlier)).toEqual([same(10), same(11), none])
})
