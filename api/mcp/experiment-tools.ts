import { z } from 'zod'
import { experimentFigures, variantFigures } from '#schemas/experiment-analytics.ts'
import { experiment, type experimentList, experimentStatuses } from '#schemas/experiments.ts'
import { text } from '#schemas/values.ts'
import { ofPage, pageArguments, pageOutput } from './page.ts'
import { type Call, type Tool, tool } from './tool.ts'

const id = z.guid().describe('UUID.')

/** The same tools over tests of short URLs, and of QR codes. */
const families = {
  url: { noun: 'a short URL', word: 'ab_test', path: '/url-ab-tests', one: '/url-ab-tests/{id}' },
  qr: { noun: 'a QR code', word: 'qr_ab_test', path: '/qr-ab-tests', one: '/qr-ab-tests/{testId}' },
} as const
type Family = (typeof families)[keyof typeof families]

/** Paths of the two families call their id differently; each reads its own. */
const named = (test_id: string) => ({ id: test_id, testId: test_id })

/** Small answers: of a variant's figures what a decision is made by. */
const whole = experiment.pick({
  id: true,
  name: true,
  status: true,
  short_url: true,
  primary_url_id: true,
  qr_code_id: true,
  variants: true,
  winner_variant_id: true,
  started_at: true,
})
const figures = z.object({
  test: whole.omit({ variants: true }),
  analytics: z.array(variantFigures.omit({ interval: true, difference: true, destination_url: true })),
  summary: experimentFigures.shape.summary,
})
const listed = experiment.pick({ id: true, name: true, status: true, created_at: true }).extend({
  variant_count: z.int(),
  total_clicks: z.int().describe('On all variants.'),
})

const said = {
  name: text(255, 1),
  hypothesis: text(1_000).optional(),
  variants: z
    .array(
      z.strictObject({
        name: text(255, 1).optional(),
        destination_url: z.string().max(8_192).describe('Where visitors who meet it are led.'),
        traffic_weight: z.number().min(0).max(100).optional().describe('Percent; with weighted.'),
      }),
    )
    .min(2)
    .max(10)
    .describe('The first is what the others are compared with.'),
  traffic_split_mode: z.enum(['equal', 'weighted']).default('equal').describe('weighted: weights that sum to 100.'),
  conversions_enabled: z
    .boolean()
    .default(false)
    .describe('Destinations get ?click_id=, by which conversions are told.'),
}

const started = 'The test is a draft, which leads nobody: start it with'

const createLinkExperiment = tool({
  name: 'create_ab_test',
  title: 'Make an A/B test of a short URL',
  description:
    'Makes an A/B test that leads visitors of one short URL to two to ten destinations. Name an own short URL by its ' +
    `UUID, or leave it out and one is made. ${started} control_ab_test. Answers the test with its variants.`,
  effect: 'creates',
  calls: ['POST /url-ab-tests'],
  input: z.strictObject({ ...said, short_url_id: id.optional().describe('UUID of an own short URL.') }),
  output: whole,
  ask: ({ short_url_id: primary_url_id, ...body }) => ({ body: { ...body, primary_url_id } }),
  tell: ({ test }: Tested) => test,
})

const createCodeExperiment = tool({
  name: 'create_qr_ab_test',
  title: 'Make an A/B test of a QR code',
  description:
    'Makes an A/B test that leads those who scan one dynamic QR code to two to ten destinations. ' +
    `${started} control_qr_ab_test. Answers the test with its variants.`,
  effect: 'creates',
  calls: ['POST /qr-ab-tests'],
  input: z.strictObject({
    ...said,
    qr_code_id: id.describe('UUID of an own dynamic QR code that leads to an address.'),
  }),
  output: whole,
  ask: (body) => ({ body }),
  tell: ({ test }: Tested) => test,
})

interface Tested {
  test: z.input<typeof experiment>
}

const listTool = ({ noun, word, path }: Family): Tool =>
  tool({
    name: `list_${word}s`,
    title: `Find A/B tests of ${noun}`,
    description: `Lists the A/B tests of ${noun}, newest first, ten at a time, with their clicks. get_${word} has the rest.`,
    effect: 'reads',
    calls: [`GET ${path}`],
    input: z.strictObject({ status: z.enum(experimentStatuses).optional(), ...pageArguments }),
    output: z.object({ tests: z.array(listed), pagination: pageOutput }),
    ask: (args) => ({ query: ofPage(args) }),
    tell: (reply: z.input<typeof experimentList>) => reply,
  })

const getTool = ({ noun, word, one }: Family): Tool =>
  tool({
    name: `get_${word}`,
    title: `Read an A/B test of ${noun}`,
    description:
      `Reads one A/B test of ${noun} with the figures of each variant: clicks, conversions, uplift and significance ` +
      'against the first. Without `significance` there are too few clicks: name no winner then, nor with srm_warning.',
    effect: 'reads',
    calls: [`GET ${one}`],
    input: z.strictObject({ test_id: id }),
    output: figures,
    ask: ({ test_id }) => ({ params: named(test_id) }),
  })

const controlTool = ({ noun, word, one }: Family): Tool => {
  const at = (action: string): Call => `POST ${one}/${action}`
  return tool({
    name: `control_${word}`,
    title: `Start, pause or end an A/B test of ${noun}`,
    description:
      'start: from now on visitors meet the variants. pause, resume. complete: ends it; all visitors are redirected to ' +
      'the winner, and apply_winner also writes it into original_url. CONFLICT: the test is not in a state for that. Answers the test.',
    effect: 'changes',
    calls: [at('start'), at('pause'), at('resume'), at('complete')],
    input: z.strictObject({
      test_id: id,
      action: z.enum(['start', 'pause', 'resume', 'complete']),
      winner_variant_id: id.optional().describe('Only with complete.'),
      apply_winner: z.boolean().optional().describe('Only with complete and a winner.'),
    }),
    output: whole,
    ask: ({ test_id, action, ...winner }) => ({ call: at(action), params: named(test_id), body: winner }),
    tell: ({ test }: Tested) => test,
  })
}

const ofBoth = (family: Family) => [listTool(family), getTool(family), controlTool(family)]

export const experimentTools = [
  createLinkExperiment,
  ...ofBoth(families.url),
  createCodeExperiment,
  ...ofBoth(families.qr),
]
