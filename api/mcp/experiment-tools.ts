import { z } from 'zod'
import { experimentFigures, variantFigures } from '#schemas/experiment-analytics.ts'
import { experiment, type experimentList, experimentStatuses } from '#schemas/experiments.ts'
import { text } from '#schemas/values.ts'
import { ofPage, pageArguments, pageOutput } from './page.ts'
import { type Call, type Tool, tool } from './tool.ts'

const id = z.guid().describe('UUID.')

/** The same tools for tests of short URLs and of QR codes. */
const families = {
  url: { noun: 'short URL A/B test', word: 'ab_test', path: '/url-ab-tests', one: '/url-ab-tests/{id}' },
  qr: { noun: 'QR code A/B test', word: 'qr_ab_test', path: '/qr-ab-tests', one: '/qr-ab-tests/{testId}' },
} as const
type Family = (typeof families)[keyof typeof families]

/** The paths of the two families have different names for the id; each reads its own. */
const named = (test_id: string) => ({ id: test_id, testId: test_id })

/** The results of a variant that a decision needs, to keep replies small. */
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
const unneeded = { interval: true, difference: true, destination_url: true, clicks_since_weight_change: true } as const
const figures = z.object({
  test: whole.omit({ variants: true }),
  analytics: z.array(variantFigures.omit(unneeded)),
  summary: experimentFigures.shape.summary,
})
const listed = experiment.pick({ id: true, name: true, status: true, created_at: true }).extend({
  variant_count: z.int(),
  total_clicks: z.int().describe('Clicks on all variants.'),
})

const said = {
  name: text(255, 1),
  hypothesis: text(1_000).optional(),
  variants: z
    .array(
      z.strictObject({
        name: text(255, 1).optional(),
        destination_url: z.string().max(8_192).describe('Destination for visitors of the variant.'),
        traffic_weight: z.number().min(0).max(100).optional().describe('Percentage of visitors, for a weighted split.'),
      }),
    )
    .min(2)
    .max(10)
    .describe('The first variant is the baseline.'),
  traffic_split_mode: z
    .enum(['equal', 'weighted'])
    .default('equal')
    .describe('weighted: traffic_weight values that sum to 100.'),
  conversions_enabled: z
    .boolean()
    .default(false)
    .describe('Add a click_id query parameter to destinations, which is needed to report conversions.'),
}

const started = 'The test is a draft without traffic until you start it with'

const createLinkExperiment = tool({
  name: 'create_ab_test',
  title: 'Create a short URL A/B test',
  description:
    'Creates an A/B test that splits the visitors of a short URL among 2 to 10 destinations. Without `short_url_id`, a ' +
    `new short URL is created. ${started} control_ab_test. Returns the test with its variants.`,
  effect: 'creates',
  calls: ['POST /url-ab-tests'],
  input: z.strictObject({ ...said, short_url_id: id.optional().describe('UUID of an existing short URL.') }),
  output: whole,
  ask: ({ short_url_id: primary_url_id, ...body }) => ({ body: { ...body, primary_url_id } }),
  tell: ({ test }: Tested) => test,
})

const createCodeExperiment = tool({
  name: 'create_qr_ab_test',
  title: 'Create a QR code A/B test',
  description:
    'Creates an A/B test that splits the visitors of a dynamic QR code among 2 to 10 destinations. ' +
    `${started} control_qr_ab_test. Returns the test with its variants.`,
  effect: 'creates',
  calls: ['POST /qr-ab-tests'],
  input: z.strictObject({
    ...said,
    qr_code_id: id.describe('UUID of a dynamic QR code with URL content.'),
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
    title: `List ${noun}s`,
    description: `Lists ${noun}s with their clicks, newest first, 10 per page. get_${word} returns the results.`,
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
    title: `Get a ${noun}`,
    description:
      `Returns one ${noun} with the results of each variant: clicks, conversions, uplift, and significance vs. the first. ` +
      'Without `significance`, there are too few clicks. Do not name a winner then, nor if srm_warning is true.',
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
    title: `Start, pause, or complete a ${noun}`,
    description:
      'start: splits visitors between the variants. pause, resume. complete: redirects all visitors to the winner; ' +
      'apply_winner also sets original_url. Returns the test. CONFLICT: the status of the test does not allow it.',
    effect: 'changes',
    calls: [at('start'), at('pause'), at('resume'), at('complete')],
    input: z.strictObject({
      test_id: id,
      action: z.enum(['start', 'pause', 'resume', 'complete']),
      winner_variant_id: id.optional().describe('Only for complete.'),
      apply_winner: z.boolean().optional().describe('Only for complete with a winner.'),
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
