import { afterEach, expect, it, vi } from 'vitest'
import { readDate } from './read-date.ts'

afterEach(() => vi.unstubAllEnvs())

const ten = '2026-11-30T10:00:00.000Z'
const midnight = '2026-11-30T00:00:00.000Z'

const dates: [text: string, expected: string | undefined][] = [
  ['2026-11-30T10:00:00Z', ten],
  ['2026-11-30 10:00:00', ten],
  ['2026-11-30 10:00', ten],
  ['2026-11-30T12:00:00+0200', ten],
  ['2026-11-30T10:00:00.000+00:00', ten],
  ['2026-11-30 10:00:00.123456+00', '2026-11-30T10:00:00.123Z'],
  ['2026-11-30 10:00:00 UTC', ten],
  ['2026-11-30 05:00:00 EST', ten],
  ['1796032800', ten],
  ['1796032800000', ten],
  ['2026-11-30', midnight],
  ['Nov 30, 2026 10:00', ten],
  ['Nov 30, 2026, 10:00:00 AM', ten],
  ['Nov 30, 2026 10:00 PM', '2026-11-30T22:00:00.000Z'],
  ['Nov 30, 2026 12:00 am', midnight],
  ['Nov 30, 2026 5:00 EST', ten],
  ['Nov 30, 2026 03:00:00 am MDT', '2026-11-30T09:00:00.000Z'],
  ['30 Nov 2026 05:00:00 -05:00', ten],
  ['30 Nov 2026 15:30:00 +0530', ten],
  ['30 Nov 2026 05:00:00.5-05', '2026-11-30T10:00:00.500Z'],
  ['Mon, 30 Nov 2026 10:00:00 GMT', ten],
  ['Monday, November 30, 2026 10:00:00Z', ten],
  ['Mon Nov 30 2026 11:00:00 GMT+0100', ten],
  ['Mon Nov 30 10:00:00 2026', ten],
  ['Mon Nov 30 02:00:00 PST 2026', ten],
  ['10:00 30-Nov-2026', ten],
  ['30-Nov-2026', midnight],
  ['30-NOV-2026 10:00', ten],
  ['Nov-30-2026', midnight],
  ['2026 Nov 30', midnight],
  ['30 November 2026', midnight],
  ['30 Nov 2026 UTC', midnight],
  ['Nov 30, 2026 GMT', midnight],
  ['Monday, 30-Nov-2026Z', midnight],
  ['Nov 1 2026', '2026-11-01T00:00:00.000Z'],
  ['Nov 30, 2026 10:00 CET', undefined],
  ['Nov 30, 2026 10:00 in the morning', undefined],
  ['Nov 30, 2026 10:00 +25:00', undefined],
  ['Nov 30, 2026 13:00 PM', undefined],
  ['Nov 30, 2026 EST', undefined],
  ['Nov 30, 2026 UTC GMT', undefined],
  ['Nov 30, 2026 10:00 EST UTC', undefined],
  ['30 Nov UTC', undefined],
  ['30 Nov 14:00 -2026', undefined],
  ['30 Nov 26', undefined],
  ['30 Foo 2026', undefined],
  ['Nov Dec 2026', undefined],
  ['Nov 99, 2026', undefined],
  ['11/12/2026', undefined],
  ['2026-13-40', undefined],
  ['soon', undefined],
  ['', undefined],
  ['99999', undefined],
]

it.each(dates)('reads the date %s', (text, expected) => {
  expect(readDate(text)?.toISOString()).toBe(expected)
})

it.each(['America/New_York', 'Asia/Kolkata'])('reads the same dates on a server in %s', (timeZone) => {
  vi.stubEnv('TZ', timeZone)
  expect(new Date(midnight).getTimezoneOffset()).not.toBe(0)
  expect(dates.map(([text]) => readDate(text)?.toISOString())).toEqual(dates.map(([, expected]) => expected))
})
