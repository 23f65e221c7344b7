import { z } from 'zod'
import { pageQuery, pagination } from './envelope.ts'
import { needDomain, refuseOtherDomain, shortUrlDomain, urlTypes } from './links.ts'
import { timestamp } from './moment.ts'
import { qrContent } from './qr-content.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { alias, destination, text } from './values.ts'

export const experimentStatuses = ['draft', 'running', 'paused', 'completed'] as const
export type ExperimentStatus = (typeof experimentStatuses)[number]
const splitModes = ['equal', 'weighted'] as const
export type SplitMode = (typeof splitModes)[number]
export type ExperimentKind = 'url' | 'qr'

const [leastVariants, mostVariants] = [2, 10]
/** Tolerance for the sum of the weights. */
const weightTolerance = 0.01
/** 3 × 33.33 is slightly less than 99.99 in floating point. */
const floatingError = 1e-9
const largestSample = 1_000_000_000

const id = z
  .guid('Must be a UUID.')
  .transform((value) => value.toLowerCase())
  .meta({ format: 'uuid' })
const weight = z.number().min(0, 'Must be at least 0.').max(100, 'Must be at most 100.')
const variantName = text(255, 1).nullish().describe('Default: Variant A, Variant B, and so on.')

const newVariant = z.strictObject({
  name: variantName,
  destination_url: destination,
  traffic_weight: weight.nullish().describe('Percentage of visitors. Ignored for an equal split.'),
})

const variantsOf = <Variant extends z.ZodType>(variant: Variant) =>
  z
    .array(variant)
    .min(leastVariants, `Must have at least ${leastVariants} variants.`)
    .max(mostVariants, `Must have at most ${mostVariants} variants.`)

interface Split {
  traffic_split_mode?: SplitMode | undefined
  variants?: readonly { traffic_weight?: number | null | undefined }[] | undefined
}

function judgeWeights({ value, issues }: z.core.ParsePayload<Split>): void {
  if (value.traffic_split_mode !== 'weighted' || value.variants === undefined) return
  for (const { field, message } of findWeightFaults(value.variants)) {
    issues.push({ code: 'custom', message, input: value, path: [...field] })
  }
}

interface Fault {
  field: readonly (string | number)[]
  message: string
}

export function findWeightFaults(variants: NonNullable<Split['variants']>): Fault[] {
  const missing = variants.flatMap(({ traffic_weight }, index) => ((traffic_weight ?? null) === null ? [index] : []))
  if (missing.length > 0) {
    const message = 'Required when traffic_split_mode is weighted.'
    return missing.map((index) => ({ field: ['variants', index, 'traffic_weight'], message }))
  }
  const sum = variants.reduce((total, { traffic_weight }) => total + (traffic_weight ?? 0), 0)
  if (Math.abs(sum - 100) <= weightTolerance + floatingError) return []
  return [{ field: ['variants'], message: 'Must have traffic weights that sum to 100.' }]
}

const settings = {
  name: text(255, 1),
  description: text(1_000).nullish(),
  hypothesis: text(1_000).nullish(),
  traffic_split_mode: z.enum(splitModes),
  conversions_enabled: z
    .boolean()
    .describe('Add a `click_id` query parameter to destinations, which you need to report conversions.'),
  min_sample_size: z.int().min(1).max(largestSample).describe('Clicks per variant before significance is computed.'),
  confidence_level: z.number().min(50).max(99.99).describe('Percentage, such as 90, 95, or 99.'),
}

const newTest = z.strictObject({
  ...settings,
  short_code: alias.nullish().describe('Custom alias of the short URL created for the test.'),
  url_type: z.enum(urlTypes).default('standard').describe('Kind of domain of the short URL created for the test.'),
  subdomain: shortUrlDomain.shape.subdomain.nullish().describe('Required when `url_type` is `subdomain`.'),
  branded_domain: shortUrlDomain.shape.branded_domain.nullish().describe('Required when `url_type` is `branded`.'),
  variants: variantsOf(newVariant),
  traffic_split_mode: settings.traffic_split_mode.default('equal'),
  conversions_enabled: settings.conversions_enabled.default(false),
  min_sample_size: settings.min_sample_size.default(100),
  confidence_level: settings.confidence_level.default(95),
})
export type NewExperimentBody = z.output<typeof newTest>

export const createUrlExperimentBody = newTest
  .extend({ primary_url_id: id.nullish().describe('Short URL to test. Default: a new one.') })
  .check(needDomain)
  .check(refuseOtherDomain)
  .check(judgeWeights)

const urlContent = qrContent.refine(({ content_type }) => content_type === 'url', {
  error: 'Must be url. Only codes that open a URL can be tested.',
  path: ['content_type'],
})

export const createQrExperimentBody = newTest
  .extend({
    qr_code_id: id.nullish().describe('Dynamic QR code with URL content to test.'),
    content: urlContent.nullish().describe('Content of the dynamic QR code created for the test. Must be a URL.'),
  })
  .check(needDomain)
  .check(refuseOtherDomain)
  .check(judgeWeights)
  .refine(({ qr_code_id, content }) => !qr_code_id || !content, {
    error: 'Not allowed with qr_code_id.',
    path: ['content'],
  })

const changedVariant = z.strictObject({
  id: id.optional().describe('ID of an existing variant. Omit it to add a variant.'),
  test_id: id.optional().describe('Cannot change.'),
  name: variantName,
  destination_url: destination.optional(),
  traffic_weight: weight.nullish(),
})
export type ChangedVariant = z.output<typeof changedVariant>

export const updateExperimentBody = z
  .strictObject(settings)
  .partial()
  .extend({
    variants: variantsOf(changedVariant)
      .optional()
      .describe('All variants, in order. Once the test has started, only the weights can change.'),
  })
export type UpdateExperimentBody = z.output<typeof updateExperimentBody>

export const completeExperimentBody = z.preprocess(
  // The body is optional.
  (body) => (body === undefined ? {} : body),
  z
    .strictObject({
      winner_variant_id: id
        .nullish()
        .describe(
          'Winner, to which all visitors are redirected until you change the `url` of the short URL, start another test of it, or delete this test.',
        ),
      apply_winner: z.boolean().default(false).describe('Also set `original_url` to the destination of the winner.'),
    })
    .refine(({ winner_variant_id, apply_winner }) => !apply_winner || Boolean(winner_variant_id), {
      error: 'Required when apply_winner is true.',
      path: ['winner_variant_id'],
    }),
)

const variant = z.object({
  id: z.uuid(),
  test_id: z.uuid(),
  name: z.string(),
  destination_url: z.string(),
  traffic_weight: z.number().describe('Percentage of visitors.'),
})

export const experiment = z
  .object({
    id: z.uuid(),
    user_id: z.string().describe('User who owns the account, or the account ID if there is none.'),
    name: z.string(),
    primary_url_id: z.string().describe('Short URL under test.'),
    status: z.enum(experimentStatuses),
    variants: z.array(variant),
    description: z.string().nullable(),
    hypothesis: z.string().nullable(),
    traffic_split_mode: z.enum(splitModes),
    conversions_enabled: z.boolean(),
    min_sample_size: z.int(),
    confidence_level: z.number(),
    qr_code_id: z.uuid().nullable().describe('null for short URL A/B tests.'),
    short_url: z.string().nullable().describe('null if it was deleted.'),
    winner_variant_id: z.uuid().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    started_at: timestamp.nullable(),
    paused_at: timestamp.nullable().describe('null unless the test is paused.'),
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'AbTest' })
export type Experiment = z.infer<typeof experiment>

/** An A/B test in events. Webhook filters match its short_url_id. */
export const experimentEvent = experiment.extend({ short_url_id: z.guid() })

export const readOnlyExperimentMembers = {
  id: {},
  user_id: {},
  primary_url_id: {},
  status: { instead: 'Use start, pause, resume, or complete instead.' },
  qr_code_id: {},
  short_url: { moves: true },
  winner_variant_id: { instead: 'Use complete instead.' },
  created_at: {},
  updated_at: { moves: true },
  started_at: { instead: 'Use start instead.' },
  paused_at: { instead: 'Use pause or resume instead.' },
  completed_at: { instead: 'Use complete instead.' },
} as const satisfies ReadOnlyMembers<Experiment>

export const experimentReply = z.object({ test: experiment })
export const createdExperiment = experimentReply.extend({ message: z.string() })

export const listExperimentsQuery = pageQuery
  .omit({ cursor: true })
  .extend({ status: z.enum(experimentStatuses).optional() })

const listedTest = experiment
  .pick({
    id: true,
    user_id: true,
    name: true,
    status: true,
    primary_url_id: true,
    qr_code_id: true,
    short_url: true,
    conversions_enabled: true,
    min_sample_size: true,
    created_at: true,
  })
  .extend({
    variant_count: z.int(),
    total_clicks: z.int().nonnegative().describe('Clicks on all variants, excluding bots.'),
    least_clicks: z.int().nonnegative().describe('Clicks of the variant with the fewest.'),
  })

export const experimentList = z.object({ tests: z.array(listedTest), pagination })

export const urlExperimentParams = z.object({ id })
export const qrExperimentParams = z.object({ testId: id }).transform(({ testId }) => ({ id: testId }))
