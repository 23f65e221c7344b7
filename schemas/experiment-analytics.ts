import { z } from 'zod'
import { experiment, experimentEvent } from './experiments.ts'
import { timestamp } from './moment.ts'

const count = z.int().nonnegative()
const percent = z.number().describe('Percentage with two decimals.')
const interval = z.object({ lower: percent, upper: percent })

const significance = z
  .object({
    zScore: z.number(),
    pValue: z.number().describe('Two-sided, with Holm correction for several variants.'),
    isSignificant: z.boolean(),
    confidence: z.number().describe('Percentage.'),
  })
  .describe(
    'Comparison with the first variant. Omitted for that variant, and until every variant has `min_sample_size` clicks.',
  )

const converted = {
  conversions: count.describe('Conversions of all event names. `conversion_rate` counts each click once.'),
  conversion_rate: percent.describe('Percentage of clicks that converted.'),
}

const variant = z.object({ id: z.guid(), name: z.string(), destination_url: z.string() })

export const variantFigures = variant.extend({
  traffic_weight: z.number().describe('Percentage of visitors.'),
  clicks: count.describe('Excluding bots.'),
  clicks_since_weight_change: count.describe(
    'Clicks since the last change of a weight, to compare with `traffic_weight`. All clicks if no weight was changed after the start.',
  ),
  unique_visitors: count,
  ...converted,
  uplift: z
    .number()
    .nullable()
    .describe(
      'Percentage change of the conversion rate vs. the first variant. null for the first variant, while that has no conversions, and for a variant without clicks.',
    ),
  interval: interval.describe('Confidence interval of the conversion rate (Wilson).'),
  difference: interval
    .nullable()
    .describe(
      'Confidence interval of the difference from the first variant, in percentage points (Newcombe). null for that variant.',
    ),
  significance: significance.optional(),
})
export type VariantFigures = z.infer<typeof variantFigures>

const figures = {
  analytics: z.array(variantFigures).describe('One item per variant, in order.'),
  summary: z.object({
    total_clicks: count,
    total_unique_visitors: count,
    total_conversions: count,
    srm_warning: z.boolean().describe('Sample ratio mismatch: clicks are not split by weight. Results are unreliable.'),
  }),
}
export const experimentFigures = z.object(figures)
export type ExperimentFigures = z.infer<typeof experimentFigures>

export const experimentAnalytics = z.object({ test: experiment, ...figures })

/** Exactly the members of the specification, at top level. */
export const qrExperimentAnalytics = z.object({
  test: experiment
    .pick({ id: true, name: true, status: true })
    .extend({ start_date: timestamp.optional().describe('Omitted until the test starts.') }),
  analytics: z.array(
    variant.extend({
      scans: count.describe('Excluding bots.'),
      unique_devices: count,
      ...converted,
      significance: significance.optional(),
    }),
  ),
  summary: z.object({ total_scans: count, total_unique_devices: count, total_conversions: count }),
})

/** A test with the variants that differ significantly from the first. */
export const significantTest = experimentEvent.extend({ significant_variants: z.array(variantFigures).min(1) })
