import { describe, expect, it } from 'vitest'
import { differenceInterval, wilsonInterval } from './intervals.ts'

describe('the interval of one rate', () => {
  it("matches Newcombe's examples (1998, method 3)", () => {
    const { lower, upper } = wilsonInterval({ successes: 81, trials: 263 }, 95)
    expect([lower.toFixed(4), upper.toFixed(4)]).toEqual(['0.2553', '0.3662'])
    const rare = wilsonInterval({ successes: 1, trials: 29 }, 95)
    expect([rare.lower.toFixed(4), rare.upper.toFixed(4)]).toEqual(['0.0061', '0.1718'])
  })

  it('ends exactly at 0 or 1 if none or all succeeded', () => {
    expect(wilsonInterval({ successes: 0, trials: 20 }, 95)).toMatchObject({ lower: 0 })
    expect(wilsonInterval({ successes: 20, trials: 20 }, 95)).toMatchObject({ upper: 1 })
  })

  it('is 0 to 1 without trials, and wider at a higher confidence level', () => {
    expect(wilsonInterval({ successes: 0, trials: 0 }, 95)).toEqual({ lower: 0, upper: 1 })
    const [sure, surer] = [90, 99].map((level) => wilsonInterval({ successes: 20, trials: 100 }, level))
    expect(surer?.lower).toBeLessThan(sure?.lower ?? 0)
    expect(surer?.upper).toBeGreaterThan(sure?.upper ?? 1)
  })
})

describe('the interval of a difference', () => {
  it("matches Newcombe's examples (1998, method 10)", () => {
    const { lower, upper } = differenceInterval({ successes: 48, trials: 80 }, { successes: 56, trials: 70 }, 95)
    expect([lower.toFixed(4), upper.toFixed(4)]).toEqual(['0.0524', '0.3339'])
    const few = differenceInterval({ successes: 3, trials: 10 }, { successes: 9, trials: 10 }, 95)
    expect([few.lower.toFixed(4), few.upper.toFixed(4)]).toEqual(['0.1705', '0.8090'])
  })
})
