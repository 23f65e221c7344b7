import { expect, it } from 'vitest'
import { fileSize, timeSpan } from './sizes.ts'

it('formats sizes in steps of 1,000', () => {
  expect([0, 999, 1_000, 12_345_678, 3e15].map(fileSize)).toEqual(['0 B', '999 B', '1 kB', '12.3 MB', '3 PB'])
})

it('formats durations with their two largest units', () => {
  expect([0, 250, 12_000, 61_000, 7_200_000, 273_600_000].map(timeSpan)).toEqual([
    '0 ms',
    '250 ms',
    '12 s',
    '1 min 1 s',
    '2 h',
    '3 d 4 h',
  ])
})
