import { expect, it } from 'vitest'
import { visitorWindow } from './visitor-window.ts'

it.each([
  ['2026-01-31T00:00:00.000Z', 1, '2026-01-31'],
  ['2026-01-31T23:59:59.999Z', 1, '2026-01-31'],
  ['1970-01-07T23:00:00.000Z', 7, '1970-01-01'],
  ['1970-01-08T00:00:00.000Z', 7, '1970-01-08'],
  ['1970-01-31T00:00:00.000Z', 30, '1970-01-31'],
])('%s with windows of %i days is in the window of %s', (instant, windowDays, start) => {
  expect(visitorWindow(Date.parse(instant), windowDays)).toBe(start)
})
