import { adjustHolm } from './holm.ts'
import { differenceInterval, type Interval, wilsonInterval } from './intervals.ts'
import { type Proportion, rate } from './proportion.ts'
import { compareProportions } from './significance.ts'

export interface Rules {
  /** Clicks that every variant needs before anything is said of significance. */
  min_sample_size: number
  /** In percent. */
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
  /** In percent, as every number here. */
  conversion_rate: number
  interval: Interval
  /** Against the first variant; null for the first one itself, and while the first has no conversion. */
  uplift: number | null
  /** How many points the rate lies above the first variant's; null for the first one itself. */
  difference: Interval | null
  /** null for the first variant, and while any variant has too few clicks. */
  significance: Significance | null
}

/** What may be said of each variant of a test; the first is what the others are held against. */
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
  return base === 0 ? null : 100 * (rate(variant) / base - 1)
}

const inPercent = ({ lower, upper }: Interval): Interval => ({ lower: 100 * lower, upper: 100 * upper })
