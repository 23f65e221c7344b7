import { expect, it } from 'vitest'
import { findDifferences } from './find-differences.ts'

it('finds what changed, went away or has another length', () => {
  expect(findDifferences({ a: 1, b: [1, 2], c: { d: 'x' } }, { a: 2, b: [1], c: {} })).toEqual([
    '.a: 1 became 2',
    '.b: 2 items became 1',
    '.c.d: "x" became undefined',
  ])
})

it('takes new members and the time of the question for no difference', () => {
  expect(findDifferences({ a: [null, 'x'], generated_at: 1 }, { a: [null, 'x'], generated_at: 2, b: 1 })).toEqual([])
})
