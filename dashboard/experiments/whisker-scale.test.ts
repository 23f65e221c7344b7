import { expect, it } from 'vitest'
import { positionOn, scaleFor } from './whisker-scale.ts'

it.each([
  [[{ lower: 2.1, upper: 5.9 }], { from: 2, to: 6, ticks: [2, 3, 4, 5, 6] }],
  [
    [
      { lower: 0, upper: 3.7 },
      { lower: 10, upper: 30.5 },
    ],
    { from: 0, to: 40, ticks: [0, 10, 20, 30, 40] },
  ],
  [[{ lower: 0, upper: 100 }], { from: 0, to: 100, ticks: [0, 50, 100] }],
  [[{ lower: 0.31, upper: 0.68 }], { from: 0.3, to: 0.7, ticks: [0.3, 0.4, 0.5, 0.6, 0.7] }],
])('fits %j on a scale with round ends', (intervals, scale) => {
  expect(scaleFor(intervals)).toEqual(scale)
})

it('has a default scale when there is no data', () => {
  expect(scaleFor([]).ticks).toEqual([0, 25, 50, 75, 100])
  expect(scaleFor([{ lower: 0, upper: 0 }]).to).toBe(100)
})

it('positions values on the scale, and clamps values beyond its ends', () => {
  const scale = scaleFor([{ lower: 2, upper: 6 }])
  expect([2, 3, 6, 7, 0].map((value) => positionOn(scale, value))).toEqual([0, 25, 100, 100, 0])
})
