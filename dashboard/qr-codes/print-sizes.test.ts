import { expect, it } from 'vitest'
import { describeDistance, pixelsFor, printSizes } from './print-sizes.ts'

it('uses 300 dots per inch, up to the largest size that is drawn', () => {
  expect(pixelsFor(25.4)).toBe(300)
  expect(printSizes.map(({ millimeters }) => pixelsFor(millimeters))).toEqual([236, 354, 591, 1_417, 3_543])
  expect(pixelsFor(1_000)).toBe(4_096)
})

it.each([
  [20, '20 cm'],
  [120, '1.2 m'],
  [300, '3 m'],
])('%i mm can be scanned from %s', (millimeters, distance) => {
  expect(describeDistance(millimeters)).toBe(distance)
})
