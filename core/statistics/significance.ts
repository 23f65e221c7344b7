import { upperTail } from './normal.ts'
import { type Proportion, rate } from './proportion.ts'

export interface Comparison {
  zScore: number
  /** Two-sided: the chance of a difference this large if there is none. */
  pValue: number
}

/** The two-proportion z test with pooled variance. If every trial has the same outcome, there is no difference. */
export function compareProportions(baseline: Proportion, other: Proportion): Comparison {
  const trials = baseline.trials + other.trials
  const pooled = trials === 0 ? 0 : (baseline.successes + other.successes) / trials
  const variance = pooled * (1 - pooled) * (1 / baseline.trials + 1 / other.trials)
  if (!(variance > 0) || variance === Number.POSITIVE_INFINITY) return { zScore: 0, pValue: 1 }
  const zScore = (rate(other) - rate(baseline)) / Math.sqrt(variance)
  return { zScore, pValue: Math.min(1, 2 * upperTail(Math.abs(zScore))) }
}
