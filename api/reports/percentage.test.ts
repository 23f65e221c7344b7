import { expect, it } from 'vitest'
import { percentage } from './percentage.ts'

it('rounds to two decimals', () => {
  expect(percentage(1, 3)).toBe(33.33)
  expect(percentage(2, 3)).toBe(66.67)
  expect(percentage(7, 8)).toBe(87.5)
  expect(percentage(5, 5)).toBe(100)
  expect(percentage(1, 1_000_000)).toBe(0)
})

it('is 0 if the total is 0', () => {
  expect(percentage(0, 0)).toBe(0)
})
