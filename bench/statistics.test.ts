import { describe, expect, it } from 'vitest'
import { isTooNoisy, pairedRatios, percentile, spreadOf, variation } from './statistics.ts'

describe('the median', () => {
  it('is the middle value in any order', () => {
    expect(spreadOf([30, 10, 20])).toEqual({ median: 20, low: 10, high: 30 })
  })

  it('is the mean of the two middle values of an even count', () => {
    expect(spreadOf([4, 1, 2, 3]).median).toBe(2.5)
  })

  it('sorts numbers as numbers', () => {
    expect(spreadOf([100, 9, 10]).median).toBe(10)
  })

  it('does not exist without values', () => {
    expect(() => spreadOf([])).toThrow('no values')
  })
})

it('interpolates percentiles between the values next to them', () => {
  const values = Array.from({ length: 101 }, (_, index) => index)
  expect(percentile(values, 99)).toBe(99)
  expect(percentile([0, 10], 99)).toBeCloseTo(9.9)
})

it('calculates ratios within a round, so that a slow round changes nothing', () => {
  expect(pairedRatios([15, 30, 15], [10, 20, 10])).toEqual({ median: 1.5, low: 1.5, high: 1.5 })
})

it('rejects rounds that do not match', () => {
  expect(() => pairedRatios([1, 2], [1])).toThrow('same round')
})

describe('the noise verdict', () => {
  it('accepts a yardstick that varies by 15 %', () => {
    expect(variation([93, 100, 108])).toBeCloseTo(0.15)
    expect(isTooNoisy([93, 100, 108])).toBe(false)
  })

  it('rejects one that varies by more', () => {
    expect(isTooNoisy([92, 100, 108])).toBe(true)
  })

  it('rejects NaN', () => {
    expect(isTooNoisy([Number.NaN, 100])).toBe(true)
  })
})
