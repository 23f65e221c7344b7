import { expect, it } from 'vitest'
import { findInTail, tailLink, weighTail } from './tail.ts'

const count = 100_000
const steps = 200_000

it('finds each link of the tail in proportion to its weight', () => {
  const found = new Map<number, number>()
  for (let step = 0; step < steps; step++) {
    const index = findInTail(count, (step + 0.5) / steps)
    found.set(index, (found.get(index) ?? 0) + 1)
  }
  for (const index of [0, 10, 50]) {
    const share = (found.get(index) ?? 0) / steps
    expect(share / (tailLink(index).weight / weighTail(count))).toBeCloseTo(1, 1)
  }
  expect([findInTail(count, 0), findInTail(count, 1 - 2 ** -53)]).toEqual([0, count - 1])
  expect(findInTail(1, 1 - 2 ** -53)).toBe(0)
})

it('has weight 0 without links', () => {
  expect(weighTail(0)).toBe(0)
})
