import { z } from 'zod'
import { experiment, experimentEvent } from './experiments.ts'
import { timestamp } from './moment.ts'

const count = z.int().nonnegative()
const percent = z.number().describe('Percent, with two decimals.')
const interval = z.object({ lower: percent, upper: percent })

const significance = z
  .object({
    zScore: z.number(),
    pValue: z.number().describe('Two-sided; corrected for the number of variants (Holm).'),
    isSignificant: z.boolean(),
    confidence: z.number().describe('Percent.'),
  })
  .describe('Against the first variant, which has none itself; absent while any variant has too few clicks.')

const converted = {
  conversions: count.describe('Of every event. In the rate a click counts once.'),
  conversion_rate: percent.describe('Clicks of 100 that were converted.'),
}

const variant = z.object({ id: z.guid(), name: z.string(), destination_url: z.string() })

export const variantFigures = variant.extend({
  traffic_weight: z.number().describe('Percent.'),
  clicks: count.describe('Of people and unknown clients.'),
  unique_visitors: count,
  ...converted,
  uplift: z
    .number()
    .nullable()
    .describe("By how many percent its rate is above the first variant's; null where that cannot be told."),
  interval: interval.describe('Where the true rate is to be expected, at the confidence level of the test (Wilson).'),
  difference: interval
    .nullable()
    .describe("How many points the true rate may be above the first variant's (Newcombe); null of that itself."),
  significance: significance.optional(),
})
export type VariantFigures = z.infer<typeof variantFigures>

const figures = {
  analytics: z.array(variantFigures).describe('One of each variant, in their order.'),
  summary: z.object({
    total_clicks: count,
    total_unique_visitors: count,
    total_conversions: count,
    srm_warning: z
      .boolean()
      .describe('Clicks are spread over the variants in a way that the weights do not explain: something is wrong.'),
  }),
}
export const experimentFigures = z.object(figures)
export type ExperimentFigures = z.infer<typeof experimentFigures>

export const experimentAnalytics = z.object({ test: experiment, ...figures })

/** Exactly the members of the specification, which stand at top level. */
export const qrExperimentAnalytics = z.object({
  test: experiment
    .pick({ id: true, name: true, status: true })
    .extend({ start_date: timestamp.optional().describe('Absent until it is started.') }),
  analytics: z.array(
    variant.extend({
      scans: count.describe('Of people and unknown clients.'),
      unique_devices: count,
      ...converted,
      significance: significance.optional(),
    }),
  ),
  summary: z.object({ total_scans: count, total_unique_devices: count, total_conversions: count }),
})

/** Of the variants those that differ from the first beyond chance. */
export const significantTest = experimentEvent.extend({ significant_variants: z.array(variantFigures).min(1) })
