import type { Interval } from '#core/statistics/intervals.ts'
import type { ExperimentFigures, VariantFigures } from '#schemas/experiment-analytics.ts'
import type { WeighedVariant, Weighing } from './weigh-experiment.ts'

/** The results of a test in the API and in webhooks. */
export function describeFigures({ variants, srm_warning }: Weighing): ExperimentFigures {
  return {
    analytics: variants.map(describeVariant),
    summary: {
      total_clicks: sum(variants.map(({ clicks }) => clicks)),
      total_unique_visitors: sum(variants.map(({ unique_visitors }) => unique_visitors)),
      total_conversions: sum(variants.map(({ conversions }) => conversions)),
      srm_warning,
    },
  }
}

/** Percentages are rounded to two decimals after all decisions are made. */
export function describeVariant(variant: WeighedVariant): VariantFigures {
  const { id, name, destination_url, traffic_weight, clicks, unique_visitors, conversions, significance } = variant
  return {
    id,
    name,
    destination_url,
    traffic_weight,
    clicks,
    clicks_since_weight_change: variant.clicks_since_weight_change,
    unique_visitors,
    conversions,
    conversion_rate: twoDecimals(variant.conversion_rate),
    uplift: variant.uplift === null ? null : twoDecimals(variant.uplift),
    interval: roundInterval(variant.interval),
    difference: variant.difference === null ? null : roundInterval(variant.difference),
    ...(significance !== null && {
      significance: { ...significance, confidence: twoDecimals(significance.confidence) },
    }),
  }
}

/** Each visitor sees one variant, so the total is the sum over the variants. */
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const roundInterval = ({ lower, upper }: Interval) => ({ lower: twoDecimals(lower), upper: twoDecimals(upper) })
const twoDecimals = (number: number): number => Math.round(number * 100) / 100
