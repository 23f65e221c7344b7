import { describe, expect, it } from 'vitest'
import { createDice } from '../../test/guarantees/dice.ts'
import { faultKinds, planMonth } from './plan.ts'

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe('a scaled month', () => {
  it.each([0.000_01, 0.000_123, 0.0005, 0.01])('at %d has the published proportions in whole numbers', (scale) => {
    const { links, visits, firstLinks, hours } = planMonth(scale, createDice(1))
    expect([links, visits]).toEqual([Math.round(6e8 * scale), Math.round(6e9 * scale)])
    expect(firstLinks + total(hours.map((hour) => hour.links))).toBe(links)
    expect(total(hours.map((hour) => hour.visits))).toBe(visits)
  })

  it('has bursts of ten times the mean, and the same visits in all other hours', () => {
    const { visits, hours } = planMonth(0.0005, createDice(2))
    const mean = visits / hours.length
    const bursts = hours.filter(({ isBurst }) => isBurst)
    expect([hours.length, bursts.length]).toEqual([720, 10])
    for (const burst of bursts) expect(Math.abs(burst.visits - 10 * mean)).toBeLessThanOrEqual(1)
    const usual = hours.filter(({ isBurst }) => !isBurst).map((hour) => hour.visits)
    expect(Math.max(...usual) - Math.min(...usual)).toBeLessThanOrEqual(1)
  })

  it('kills each kind of process at times that only the seed decides', () => {
    const { faults, visits } = planMonth(0.0005, createDice(3))
    expect(faults).toEqual(planMonth(0.0005, createDice(3)).faults)
    expect(faults).not.toEqual(planMonth(0.0005, createDice(4)).faults)
    expect(faults).toHaveLength(20)
    for (const kind of faultKinds) expect(faults.filter((fault) => fault.kind === kind)).toHaveLength(5)
    const times = faults.map(({ after }) => after)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(visits)
  })
})
