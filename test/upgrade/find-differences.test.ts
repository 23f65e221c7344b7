import { expect, it } from 'vitest'
import { findDifferences } from './find-differences.ts'

it('finds values that changed, are missing or have another length', () => {
  expect(findDifferences({ a: 1, b: [1, 2], c: { d: 'x' } }, { a: 2, b: [1], c: {} })).toEqual([
    '.a: 1 became 2',
    '.b: 2 items became 1',
    '.c.d: "x" became undefined',
  ])
})

it('ignores new fields and request times', () => {
  expect(findDifferences({ a: [null, 'x'], generated_at: 1 }, { a: [null, 'x'], generated_at: 2, b: 1 })).toEqual([])
})
