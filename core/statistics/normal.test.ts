import jstat from 'jstat'
import { describe, expect, it } from 'vitest'
import { erfc, upperQuantile, upperTail } from './normal.ts'

describe('the error function', () => {
  it('matches every digit of the tables, also far out', () => {
    const table = [
      [0, 1],
      [0.5, 0.4795001221869535],
      [1, 0.15729920705028513],
      [2, 0.004677734981047266],
      [3, 2.209049699858544e-5],
      [5, 1.5374597944280349e-12],
      [8, 1.1224297172982928e-29],
    ] as const
    for (const [x, expected] of table) expect(erfc(x) / expected).toBeCloseTo(1, 13)
  })

  it('matches jstat over its whole range', () => {
    for (let x = -4; x <= 3; x += 0.01) expect(erfc(x)).toBeCloseTo(jstat.erfc(x), 12)
  })
})

describe('the standard normal distribution', () => {
  it('has the same tail as jstat', () => {
    for (let z = -5; z <= 5; z += 0.05) expect(upperTail(z)).toBeCloseTo(1 - jstat.normal.cdf(z, 0, 1), 12)
  })

  it('returns z for the usual levels', () => {
    expect(upperQuantile(0.05)).toBeCloseTo(1.6448536269514722, 12)
    expect(upperQuantile(0.025)).toBeCloseTo(1.959963984540054, 12)
    expect(upperQuantile(0.005)).toBeCloseTo(2.5758293035489004, 12)
  })

  it('returns the z that a tail was computed from', () => {
    for (let z = -6; z <= 6; z += 0.25) expect(upperQuantile(upperTail(z))).toBeCloseTo(z, 6)
  })
})
