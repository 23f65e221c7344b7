import { afterEach, expect, it } from 'vitest'
import { localMoment, readMoment, startOfDay } from './local-moment.ts'
import { keepTimeZone } from './time-zone.ts'

afterEach(() => keepTimeZone(null))

it.each([
  ['Asia/Tokyo', '2026-06-01T09:30', '2026-06-01T00:30:00.000Z'],
  ['America/New_York', '2026-01-31T20:00', '2026-02-01T01:00:00.000Z'],
  // On, before and after the day of the clock change.
  ['Pacific/Auckland', '2026-09-27T00:00', '2026-09-26T12:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-27T12:00', '2026-09-26T23:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T12:00', '2026-10-25T11:00:00.000Z'],
])('in %s %s is %s, whatever the time zone of the browser', (zone, shown, instant) => {
  keepTimeZone(zone)
  expect(readMoment(shown)).toBe(instant)
  expect(localMoment(instant)).toBe(shown)
})

it('reads a time skipped by a clock change as the time shown then', () => {
  keepTimeZone('Europe/Berlin')
  expect(readMoment('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
  // Midnight itself is skipped there: the day begins at 1:00.
  keepTimeZone('America/Santiago')
  expect(startOfDay('2026-09-06')).toBe('2026-09-06T04:00:00.000Z')
})

it('is empty without a date', () => {
  expect(localMoment(null)).toBe('')
})
