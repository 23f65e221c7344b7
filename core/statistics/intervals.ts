import { upperQuantile } from './normal.ts'
import { type Proportion, rate } from './proportion.ts'

export interface Interval {
  lower: number
  upper: number
}

/** Wilson's interval of a rate: it stays within 0 and 1 and is reliable for few trials and rare successes. */
export function wilsonInterval(proportion: Proportion, confidenceLevel: number): Interval {
  const { trials } = proportion
  if (trials === 0) return { lower: 0, upper: 1 }
  const z = criticalZ(confidenceLevel)
  const p = rate(proportion)
  const shrink = 1 + (z * z) / trials
  const center = (p + (z * z) / (2 * trials)) / shrink
  const half = (z / shrink) * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials))
  // At the ends the exact value is 0 or 1, which rounding may miss.
  return {
    lower: proportion.successes === 0 ? 0 : Math.max(0, center - half),
    upper: proportion.successes === trials ? 1 : Math.min(1, center + half),
  }
}

/** Newcombe's interval (method 10) of the difference between the other rate and the baseline. */
export function differenceInterval(baseline: Proportion, other: Proportion, confidenceLevel: number): Interval {
  const [a, b] = [rate(baseline), rate(other)]
  const around = wilsonInterval(baseline, confidenceLevel)
  const aroundOther = wilsonInterval(other, confidenceLevel)
  return {
    lower: b - a - Math.hypot(b - aroundOther.lower, around.upper - a),
    upper: b - a + Math.hypot(aroundOther.upper - b, a - around.lower),
  }
}

/** The z value of a confidence level: 95 (percent) is 1.96. */
const criticalZ = (confidenceLevel: number) => upperQuantile((1 - confidenceLevel / 100) / 2)
