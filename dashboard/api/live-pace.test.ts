import { expect, it } from 'vitest'
import { updatePause } from './live-pace.ts'

it.each([
  ['a quick report', 50, 1, 2_000],
  ['a slow report', 500, 1, 10_000],
  ['a very slow report', 20_000, 1, 60_000],
  ['half of the request limit', 50, 0.5, 16_000],
  ['no requests left', 50, 0, 60_000],
])('%s is updated at most this often', (_, tookMs, limitLeft, pauseMs) => {
  expect(updatePause(tookMs, limitLeft)).toBe(pauseMs)
})

it('leaves a third of the limit to the users with 20 dashboards of 7 figures, at 300 requests per minute', () => {
  let left = 1
  for (let minute = 0; minute < 50; minute += 1) {
    const perMinute = (20 * 7 * 60_000) / updatePause(50, left)
    left += (Math.max(0, 1 - perMinute / 300) - left) / 10
  }
  expect(left).toBeGreaterThan(1 / 3)
})
