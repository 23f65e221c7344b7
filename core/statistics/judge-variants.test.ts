import { describe, expect, it } from 'vitest'
import { createDice, type Dice } from '../../test/guarantees/dice.ts'
import { judgeVariants } from './judge-variants.ts'
import { upperQuantile, upperTail } from './normal.ts'

const rules = { min_sample_size: 100, confidence_level: 95 }

describe('the result of a test', () => {
  it('compares each variant with the first', () => {
    const [first, second] = judgeVariants(
      [
        { successes: 200, trials: 1_000 },
        { successes: 250, trials: 1_000 },
      ],
      rules,
    )
    expect(first).toMatchObject({ conversion_rate: 20, uplift: null, difference: null, significance: null })
    expect(second).toMatchObject({ conversion_rate: 25, significance: { isSignificant: true } })
    expect(second?.uplift).toBeCloseTo(25, 10)
    expect(second?.significance?.confidence).toBeCloseTo(99.258, 3)
    expect(second?.difference?.lower).toBeGreaterThan(0)
  })

  it('reports no significance until every variant has enough clicks', () => {
    const few = [
      { successes: 90, trials: 100 },
      { successes: 10, trials: 100 },
      { successes: 10, trials: 99 },
    ]
    expect(judgeVariants(few, rules).map(({ significance }) => significance)).toEqual([null, null, null])
    const enough = judgeVariants([...few.slice(0, 2), { successes: 10, trials: 100 }], rules)
    expect(enough.map(({ significance }) => significance !== null)).toEqual([false, true, true])
  })

  it('reports no uplift of a variant without clicks', () => {
    const [, second] = judgeVariants(
      [
        { successes: 3, trials: 200 },
        { successes: 0, trials: 0 },
      ],
      rules,
    )
    expect(second).toMatchObject({ conversion_rate: 0, uplift: null })
  })

  it('reports no uplift over a rate of 0', () => {
    const [, second] = judgeVariants(
      [
        { successes: 0, trials: 200 },
        { successes: 3, trials: 200 },
      ],
      rules,
    )
    expect(second?.uplift).toBeNull()
  })

  it('corrects for several variants: a significant result on its own may not be significant among many', () => {
    const baseline = { successes: 100, trials: 1_000 }
    const better = { successes: 128, trials: 1_000 }
    const same = { successes: 100, trials: 1_000 }
    const isSignificant = (variants: (typeof baseline)[]) =>
      judgeVariants(variants, rules)[1]?.significance?.isSignificant
    expect(isSignificant([baseline, better])).toBe(true)
    expect(isSignificant([baseline, better, same])).toBe(false)
  })
})

const simulated = 2_000
const visits = 2_000

function visit(dice: Dice, chance: number) {
  let successes = 0
  for (let trial = 0; trial < visits; trial++) if (dice.roll() < chance) successes++
  return { successes, trials: visits }
}

/** The share of simulated tests in which any variant was significant. */
function alarms(dice: Dice, chances: number[], count = simulated): number {
  let alarmed = 0
  for (let test = 0; test < count; test++) {
    const verdicts = judgeVariants(
      chances.map((chance) => visit(dice, chance)),
      rules,
    )
    if (verdicts.some(({ significance }) => significance?.isSignificant)) alarmed++
  }
  return alarmed / count
}

/** Standard error of a share that is measured over `count` tests. */
const standardError = (share: number, count = simulated) => Math.sqrt((share * (1 - share)) / count)

describe('two thousand simulated tests', () => {
  it('call A/A tests significant at the nominal rate', () => {
    const found = alarms(createDice(20261121), [0.1, 0.1])
    expect(Math.abs(found - 0.05)).toBeLessThan(4 * standardError(0.05))
  })

  it('detect a known lift as often as the power predicts', () => {
    const [base, lifted] = [0.1, 0.125]
    const found = alarms(createDice(7), [base, lifted])
    const pooled = (base + lifted) / 2
    const deviation = Math.sqrt((base * (1 - base) + lifted * (1 - lifted)) / visits)
    const threshold = upperQuantile(0.025) * Math.sqrt((2 * pooled * (1 - pooled)) / visits)
    const power = upperTail((threshold - (lifted - base)) / deviation)
    expect(power).toBeGreaterThan(0.6)
    expect(power).toBeLessThan(0.8)
    expect(Math.abs(found - power)).toBeLessThan(4 * standardError(power))
  })

  it('raise no more false alarms with four equal variants than with two', () => {
    const found = alarms(createDice(99), [0.1, 0.1, 0.1, 0.1], simulated / 2)
    expect(found).toBeLessThan(0.05 + 4 * standardError(0.05, simulated / 2))
  })
})
