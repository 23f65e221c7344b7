import jstat from 'jstat'
import { describe, expect, it } from 'vitest'
import { compareProportions } from './significance.ts'

describe('two proportions', () => {
  it('compare as calculated by hand: 200 of 1,000 and 250 of 1,000', () => {
    const { zScore, pValue } = compareProportions({ successes: 200, trials: 1_000 }, { successes: 250, trials: 1_000 })
    // 0.05 / sqrt(0.225 * 0.775 * 2 / 1,000)
    expect(zScore).toBeCloseTo(2.6774, 4)
    expect(pValue).toBeCloseTo(0.00742, 5)
  })

  it('match jstat over a grid, in both directions', () => {
    for (const trials of [30, 100, 10_000])
      for (const share of [0.01, 0.1, 0.5, 0.9])
        for (const lift of [-0.009, 0, 0.003, 0.05]) {
          const baseline = { successes: Math.round(trials * share), trials }
          const other = { successes: Math.round(2 * trials * (share + lift)), trials: 2 * trials }
          const { zScore, pValue } = compareProportions(baseline, other)
          expect(pValue).toBeCloseTo(2 * (1 - jstat.normal.cdf(Math.abs(zScore), 0, 1)), 10)
          const swapped = compareProportions(other, baseline)
          expect(swapped.zScore).toBeCloseTo(-zScore, 12)
          expect(swapped.pValue).toBeCloseTo(pValue, 12)
        }
  })

  it('show no difference if all or none succeeded, or there are no trials', () => {
    const nothing = { zScore: 0, pValue: 1 }
    expect(compareProportions({ successes: 0, trials: 100 }, { successes: 0, trials: 90 })).toEqual(nothing)
    expect(compareProportions({ successes: 100, trials: 100 }, { successes: 90, trials: 90 })).toEqual(nothing)
    expect(compareProportions({ successes: 0, trials: 0 }, { successes: 0, trials: 0 })).toEqual(nothing)
    expect(compareProportions({ successes: 0, trials: 0 }, { successes: 5, trials: 9 })).toEqual(nothing)
  })

  it('stay finite for very large tests', () => {
    const { zScore, pValue } = compareProportions({ successes: 1, trials: 1e9 }, { successes: 9e8, trials: 1e9 })
    expect(zScore).toBeGreaterThan(30_000)
    expect(pValue).toBe(0)
  })
})
