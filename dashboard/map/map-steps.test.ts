import { expect, it } from 'vitest'
import { mapSteps, stepOf } from './map-steps.ts'

it.each([
  [0, 100, 0],
  [0, 0, 0],
  [1, 100, 1],
  [3, 100, 1],
  [4, 100, 2],
  [26, 100, 4],
  [100, 100, mapSteps],
  [1, 1, mapSteps],
])('%i clicks of at most %i are in step %i', (clicks, most, step) => {
  expect(stepOf(clicks, most)).toBe(step)
})
