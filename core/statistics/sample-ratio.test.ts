import jstat from 'jstat'
import { describe, expect, it } from 'vitest'
import { chiSquareTail, hasSampleRatioMismatch, sampleRatioChance } from './sample-ratio.ts'

const halves = (...clicks: number[]) => clicks.map((count) => ({ clicks: count, weight: 50 }))

describe('the chi-square distribution', () => {
  it('has the same tail as jstat for every possible number of variants', () => {
    for (let degrees = 1; degrees <= 9; degrees++)
      for (let x = 0; x <= 40; x += 0.5)
        expect(chiSquareTail(x, degrees)).toBeCloseTo(1 - jstat.chisquare.cdf(x, degrees), 10)
  })
})

describe('a split between variants', () => {
  it('is plausible if chance explains it', () => {
    // 2 * 50² / 5,050 = 0.990; the table for one degree of freedom gives 0.3197.
    expect(sampleRatioChance(halves(5_000, 5_100))).toBeCloseTo(0.31972, 5)
    expect(hasSampleRatioMismatch(halves(5_000, 5_100))).toBe(false)
  })

  it('is suspicious if chance explains it less than once in a thousand tests', () => {
    expect(hasSampleRatioMismatch(halves(5_000, 5_400))).toBe(true)
    expect(
      hasSampleRatioMismatch([
        { clicks: 8_000, weight: 90 },
        { clicks: 2_000, weight: 10 },
      ]),
    ).toBe(true)
    expect(
      hasSampleRatioMismatch([
        { clicks: 9_010, weight: 90 },
        { clicks: 990, weight: 10 },
      ]),
    ).toBe(false)
  })

  it('is not checked with too few visits', () => {
    expect(sampleRatioChance(halves(4, 5))).toBeNull()
    expect(sampleRatioChance(halves(0, 0))).toBeNull()
    expect(hasSampleRatioMismatch(halves(0, 9))).toBe(false)
    expect(
      sampleRatioChance([
        { clicks: 900, weight: 100 },
        { clicks: 0, weight: 0 },
      ]),
    ).toBeNull()
  })
})
