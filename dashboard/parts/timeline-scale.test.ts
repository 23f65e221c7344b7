import { expect, it } from 'vitest'
import { drawLine, layPoints, roundUp } from './timeline-scale.ts'

it.each([
  [0, 4],
  [4, 4],
  [5, 8],
  [10, 12],
  [50, 60],
  [399, 400],
  [1_651, 2_000],
  [40_001, 60_000],
])('rounds %i up to %i', (most, top) => {
  expect(roundUp(most)).toBe(top)
})

it('places points from edge to edge, with 0 at the bottom', () => {
  const points = layPoints([0, 5, 10], 10, { width: 100, height: 50 })
  expect(points).toEqual([
    { x: 0, y: 50 },
    { x: 50, y: 25 },
    { x: 100, y: 0 },
  ])
  expect(drawLine(points)).toBe('M0.0 50.0L50.0 25.0L100.0 0.0')
  expect(drawLine(points, (index) => index !== 1)).toBe('M0.0 50.0M100.0 0.0')
  expect(drawLine(points, (index) => index !== 2)).toBe('M0.0 50.0L50.0 25.0')
})
