import { adjustHolm } from './holm.ts'
import { differenceInterval, type Interval, wilsonInterval } from './intervals.ts'
import { type Proportion, rate } from './proportion.ts'
import { compareProportions } from './significance.ts'

export interface Rules {
  /** Clicks that every variant needs before significance is computed. */
  min_sample_size: number
  /** Confidence level in percent. */
  confidence_level: number
}

export interface Significance {
  zScore: number
  /** Corrected for the number of variants (Holm). */
  pValue: number
  isSignificant: boolean
  /** 1 - pValue, in percent. */
  confidence: number
}

export interface VariantFindings {
  /** Conversion rate in percent, like every number here. */
  conversion_rate: number
  interval: Interval
  /** Compared with the first variant; null for the first variant, while that has no conversion, and without clicks. */
  uplift: number | null
  /** Difference to the rate of the first variant in percentage points; null for the first variant. */
  difference: Interval | null
  /** null for the first variant, and while any variant has too few clicks. */
  significance: Significance | null
}

/** The results of each variant of a test, compared with the first variant. */
export function judgeVariants(variants: readonly Proportion[], rules: Rules): VariantFindings[] {
  const [baseline, ...others] = variants
  if (baseline === undefined) return []
  const findings = weigh(baseline, others, rules)
  return variants.map((variant, index) => ({
    conversion_rate: 100 * rate(variant),
    interval: inPercent(wilsonInterval(variant, rules.confidence_level)),
    uplift: index === 0 ? null : upliftOf(baseline, variant),
    difference: index === 0 ? null : inPercent(differenceInterval(baseline, variant, rules.confidence_level)),
    significance: index === 0 ? null : (findings?.[index - 1] ?? null),
  }))
}

/** null while any variant has too few clicks. */
function weigh(baseline: Proportion, others: readonly Proportion[], rules: Rules): Significance[] | null {
  if ([baseline, ...others].some(({ trials }) => trials < rules.min_sample_size)) return null
  const comparisons = others.map((other) => compareProportions(baseline, other))
  const adjusted = adjustHolm(comparisons.map(({ pValue }) => pValue))
  const level = 1 - rules.confidence_level / 100
  return comparisons.map(({ zScore }, index) => {
    const pValue = adjusted[index] ?? 1
    return { zScore, pValue, isSignificant: pValue < level, confidence: 100 * (1 - pValue) }
  })
}

function upliftOf(baseline: Proportion, variant: Proportion): number | null {
  const base = rate(baseline)
  return base === 0 || variant.trials === 0 ? null : 100 * (rate(variant) / base - 1)
}

const inPercent = ({ lower, upper }: Interval): Interval => ({ lower: 100 * lower, upper: 100 * upper })
