import { afterAll, beforeEach, expect, it } from 'vitest'
import { daysName, shiftDay, writeDay } from './days.ts'
import { periodKeys } from './period-names.ts'
import { describeBefore, describePeriod } from './periods.ts'
import { keepTimeZone } from './time-zone.ts'

beforeEach(() => keepTimeZone('Pacific/Auckland'))
afterAll(() => keepTimeZone(null))

/** Already November 22 in Auckland. */
const now = new Date('2026-11-21T12:00:00Z')

it('uses days of the selected time zone', () => {
  expect(writeDay(now)).toBe('2026-11-22')
  expect(describePeriod({ period: '7d' }, now)).toEqual({
    scope: { startDate: '2026-11-16', endDate: '2026-11-22' },
    granularity: 'day',
    isOpen: true,
    days: { startDate: '2026-11-16', endDate: '2026-11-22' },
  })
  expect(describePeriod({ from: '2026-11-21', to: '2026-11-24' }, now).days).toEqual({
    startDate: '2026-11-21',
    endDate: '2026-11-22',
  })
})

it('compares a period with the previous one of the same length, or with the same days a year ago', () => {
  expect(describeBefore({ period: '7d' }, now)).toEqual({
    timeline: { startDate: '2026-11-09', endDate: '2026-11-15' },
    totals: { startDate: '2026-11-09', endDate: '2026-11-14T12:00:00.000Z' },
    back: 7,
  })
  expect(describeBefore({ period: '7d' }, now, 'year')?.timeline).toEqual({
    startDate: '2025-11-16',
    endDate: '2025-11-22',
  })
  expect(describeBefore({ period: '24h' }, now)?.totals).toEqual({
    startDate: '2026-11-19T12:00:00.000Z',
    endDate: '2026-11-20T12:00:00.000Z',
  })
})

it('has no previous period for all time, before 1971, or if comparison is off', () => {
  expect(describeBefore({ from: '1999-01-01', to: '2026-11-22' }, now)?.timeline.startDate).toBe('1971-02-09')
  expect(describeBefore({ from: '1998-01-01', to: '2026-11-22' }, now)).toBeUndefined()
  expect(describeBefore({ from: '1971-06-01', to: '1971-06-02' }, now, 'year')).toBeUndefined()
  expect(describeBefore({ period: 'all' }, now)).toBeUndefined()
  expect(describeBefore({}, now, 'none')).toBeUndefined()
})

it('prefers a custom range, by the hour if it is short, and closed if it is past', () => {
  const past = { period: '7d', from: '2026-11-01', to: '2026-11-02' } as const
  expect(describePeriod(past, now)).toMatchObject({ granularity: 'hour', isOpen: false })
  const { timeline, totals } = describeBefore(past, now) ?? {}
  expect([timeline, totals]).toEqual([
    { startDate: '2026-10-30', endDate: '2026-10-31' },
    { startDate: '2026-10-30', endDate: '2026-10-31' },
  ])
  expect(describePeriod({ from: '2026-11-01', to: '2026-11-22' }, now)).toMatchObject({
    granularity: 'day',
    isOpen: true,
  })
})

it('compares a range with future days only with the days that have passed', () => {
  expect(describeBefore({ from: '2026-11-21', to: '2026-11-24' }, now)?.totals).toEqual({
    startDate: '2026-11-17',
    endDate: '2026-11-17T12:00:00.000Z',
  })
})

it('compares a day up to the same time of day, also across a clock change', () => {
  keepTimeZone('Europe/Berlin')
  const today = { from: '2026-03-30', to: '2026-03-30' }
  expect(describeBefore(today, new Date('2026-03-29T22:30:00Z'))?.totals).toEqual({
    startDate: '2026-03-29',
    endDate: '2026-03-28T23:30:00.000Z',
  })
  const autumn = new Date('2026-10-30T12:00:00Z')
  expect(describeBefore({ period: '7d' }, autumn)?.totals).toEqual({
    startDate: '2026-10-17',
    endDate: '2026-10-23T11:00:00.000Z',
  })
})

it('compares 24 hours with the previous 24, or with those up to the same time of day a year ago', () => {
  keepTimeZone('Europe/Berlin')
  const now = new Date('2026-03-29T12:00:00Z')
  expect(describeBefore({ period: '24h' }, now)?.totals).toEqual({
    startDate: '2026-03-27T12:00:00.000Z',
    endDate: '2026-03-28T12:00:00.000Z',
  })
  expect(describeBefore({ period: '24h' }, now, 'year')?.totals).toEqual({
    startDate: '2025-03-28T13:00:00.000Z',
    endDate: '2025-03-29T13:00:00.000Z',
  })
})

it('compares 24 hours, which begin at a quarter of an hour, with hours that end there', () => {
  const at = new Date('2026-11-21T12:14:00Z')
  expect(describeBefore({ period: '24h' }, at)?.totals).toEqual({
    startDate: '2026-11-19T12:00:00.000Z',
    endDate: '2026-11-20T12:00:00.000Z',
  })
  expect(describeBefore({ period: '24h' }, at, 'year')?.timeline).toEqual({
    startDate: '2025-11-20T12:00:00.000Z',
    endDate: '2025-11-21T12:14:00.000Z',
  })
})

it('draws the hours of the clock before 24 hours in which the clocks changed', () => {
  keepTimeZone('Europe/Berlin')
  // 14:20 on the day on which 2:00 is missing.
  expect(describeBefore({ period: '24h' }, new Date('2026-03-29T12:20:00Z'))).toMatchObject({
    timeline: { startDate: '2026-03-27T12:15:00.000Z', endDate: '2026-03-28T13:20:00.000Z' },
    back: 1,
  })
  // 13:20 on the day on which 2:00 comes twice.
  const back = new Date('2026-10-25T12:20:00Z')
  expect(describeBefore({ period: '24h' }, back)?.timeline).toEqual({
    startDate: '2026-10-23T12:15:00.000Z',
    endDate: '2026-10-24T11:20:00.000Z',
  })
  expect(describeBefore({ period: '24h' }, back, 'year')).toMatchObject({
    timeline: { startDate: '2025-10-24T12:15:00.000Z', endDate: '2025-10-25T11:20:00.000Z' },
    back: 365,
  })
  expect(describeBefore({ period: '24h' }, new Date('2028-02-29T12:00:00Z'), 'year')).toMatchObject({
    timeline: { startDate: '2027-02-27T12:00:00.000Z', endDate: '2027-02-28T12:00:00.000Z' },
    back: 366,
  })
})

it('counts calendar days, also across a clock change', () => {
  expect([shiftDay('2026-03-29', 1), shiftDay('2026-03-01', -1), shiftDay('2024-03-01', -1)]).toEqual([
    '2026-03-30',
    '2026-02-28',
    '2024-02-29',
  ])
  expect(daysName('2026-03-01', '2026-03-09')).toMatch(/^Mar 1\s–\s9, 2026$/)
})

it.each([
  ['today', '2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
  ['week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['month', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['last-month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['quarter', '2026-10-01', '2026-11-22', '2026-07-01', '2026-08-22'],
  ['year', '2026-01-01', '2026-11-22', '2025-01-01', '2025-11-22'],
] as const)('%s is compared with the one before', (period, startDate, endDate, from, to) => {
  expect(describePeriod({ period }, now).scope).toEqual({ startDate, endDate })
  expect(describeBefore({ period }, now)?.timeline).toEqual({ startDate: from, endDate: to })
})

it('ends the previous month with its last day, although this month is longer', () => {
  const march = new Date('2026-03-30T12:00:00Z')
  expect(describeBefore({ period: 'month' }, march)).toEqual({
    timeline: { startDate: '2026-02-01', endDate: '2026-02-28' },
    totals: { startDate: '2026-02-01', endDate: '2026-02-28' },
    back: 28,
  })
})

it.each([
  // Longer than a year: the years overlap.
  ['2024-12-01', '2026-11-22', '2023-12-01', '2025-11-22'],
  // The same dates, also across a leap day.
  ['2025-03-05', '2025-03-07', '2024-03-05', '2024-03-07'],
  ['2024-02-27', '2024-03-05', '2023-02-27', '2023-03-05'],
  ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
  ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-28'],
])('compares %s to %s with the same dates of the year before', (from, to, startDate, endDate) => {
  expect(describeBefore({ from, to }, now, 'year')).toMatchObject({ timeline: { startDate, endDate }, back: 'year' })
})

it('compares a part of a year with the same dates up to the same time of day, also in a leap year', () => {
  const leap = new Date('2028-11-21T12:00:00Z')
  const totals = { startDate: '2027-01-01', endDate: '2027-11-21T12:00:00.000Z' }
  expect(describeBefore({ period: 'year' }, leap)?.totals).toEqual(totals)
  expect(describeBefore({ period: 'year' }, leap, 'year')?.totals).toEqual(totals)
  const leapDay = new Date('2028-02-28T12:00:00Z')
  expect(describeBefore({ period: 'today' }, leapDay, 'year')).toEqual({
    timeline: { startDate: '2027-02-28', endDate: '2027-02-28' },
    totals: { startDate: '2027-02-28', endDate: '2027-02-27T12:00:00.000Z' },
    back: 'year',
  })
})

it('draws long periods by week or month, or as chosen if there are enough days', () => {
  const granularity = (span: Parameters<typeof describePeriod>[0], by?: 'day' | 'week' | 'month') =>
    describePeriod(span, now, by).granularity
  expect([granularity({ period: '90d' }), granularity({ period: '12m' }), granularity({ period: 'all' })]).toEqual([
    'day',
    'week',
    'week',
  ])
  expect(granularity({ from: '2020-01-01', to: '2026-01-01' })).toBe('month')
  expect([granularity({ period: '12m' }, 'day'), granularity({ period: '12m' }, 'month')]).toEqual(['day', 'month'])
  expect([granularity({ period: '7d' }, 'month'), granularity({ period: '24h' }, 'week')]).toEqual(['day', 'hour'])
})

it('has a different letter for every period', () => {
  const letters = Object.values(periodKeys)
  expect(new Set(letters).size).toBe(letters.length)
  // Letters of shortcuts that are available on every page.
  expect(letters.filter((letter) => 'cgjkx'.includes(letter))).toEqual([])
})
