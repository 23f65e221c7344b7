import { expect, it } from 'vitest'
import { findInstant } from './zoned-time.ts'

const instant = (local: string, timezone: string) => new Date(findInstant(local, timezone)).toISOString()

it('reads a local time with the offset of its day', () => {
  expect(instant('2026-01-15T00:00', 'Europe/Berlin')).toBe('2026-01-14T23:00:00.000Z')
  expect(instant('2026-07-15T00:00', 'Europe/Berlin')).toBe('2026-07-14T22:00:00.000Z')
  expect(instant('2026-07-15T12:34:56.789', 'Asia/Kolkata')).toBe('2026-07-15T07:04:56.789Z')
  expect(instant('2026-07-15T00:00', 'UTC')).toBe('2026-07-15T00:00:00.000Z')
})

it('is correct close to a clock change', () => {
  expect(instant('2026-03-29T01:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:00.000Z')
  expect(instant('2026-03-29T03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
  expect(instant('2026-10-25T03:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z')
})

it('uses the first of two times that clocks show the same', () => {
  expect(instant('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
})

it('starts a day without midnight at its first moment', () => {
  expect(instant('2026-03-29T00:00', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z')
  expect(instant('2018-11-04T00:00', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
})
