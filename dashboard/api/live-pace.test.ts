import { expect, it } from 'vitest'
import { afterUpdate, nextUpdate, type Pace } from './live-pace.ts'

/** The pauses of a figure that is updated all the time. */
function pausesOf(tookMs: number, limitLeft: number, updates: number): number[] {
  let pace: Pace = { updatedAt: 0, usedUntil: 0 }
  return Array.from({ length: updates }, () => {
    pace = afterUpdate(pace, Math.max(pace.updatedAt, nextUpdate(pace, limitLeft)) + tookMs, tookMs)
    return nextUpdate(pace, limitLeft) - pace.updatedAt
  })
}

it.each([
  ['a quick report', 50, 1, 2_000],
  ['a slow report', 500, 1, 9_500],
  ['a very slow report', 20_000, 1, 60_000],
  ['half of the request limit', 50, 0.5, 16_000],
  ['no requests left', 50, 0, 60_000],
])('%s is updated at most this often', (_, tookMs, limitLeft, pauseMs) => {
  expect(pausesOf(tookMs, limitLeft, 30).at(-1)).toBe(pauseMs)
})

it('updates a figure again soon after one slow report', () => {
  expect(pausesOf(1_000, 1, 4)).toEqual([2_000, 7_000, 19_000, 19_000])
})

it('leaves a third of the limit to the users with 20 dashboards of 7 figures, at 300 requests per minute', () => {
  let left = 1
  for (let minute = 0; minute < 50; minute += 1) {
    const perMinute = (20 * 7 * 60_000) / nextUpdate({ updatedAt: 0, usedUntil: 1_000 }, left)
    left += (Math.max(0, 1 - perMinute / 300) - left) / 10
  }
  expect(left).toBeGreaterThan(1 / 3)
})
