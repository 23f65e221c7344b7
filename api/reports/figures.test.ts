import { expect, it } from 'vitest'
import { previousPeriod } from './figures.ts'

const now = 1_000

it.each([
  ['has ended', { from: 400, to: 600 }, { from: 200, to: 400 }],
  ['ends now', { from: 400, to: now }, { from: -200, to: 400 }],
  ['has not ended', { from: 900, to: 1_200 }, { from: 600, to: 700 }],
  ['has not begun', { from: 1_100, to: 1_200 }, { from: 1_000, to: 1_000 }],
])('a period that %s is compared with as much of the previous one', (_, period, before) => {
  expect(previousPeriod(period, now)).toEqual(before)
})

it('all time has no previous period', () => {
  expect(previousPeriod({ from: null, to: now }, now)).toBeNull()
})
