import { demand } from '#core/api-error.ts'
import { createExperiment } from '#model/experiments/create-experiment.ts'
import { describeExperiment } from '#model/experiments/describe-experiment.ts'
import type { FoundExperiment } from '#model/experiments/experiment-row.ts'
import type { NewExperiment } from '#model/experiments/insert-experiment.ts'
import { createLink } from '#model/links/create-link.ts'
import { findOwnLink, noSuchLink } from '#model/links/find-own-link.ts'
import { createdExperiment, createUrlExperimentBody } from '#schemas/experiments.ts'
import { type Context, endpoint } from '../frame/endpoint.ts'
import { draftExperiment } from './draft-experiment.ts'
import { urlExperiments } from './families.ts'
import { makeWithLink } from './make-with-link.ts'

export const createLinkExperiment = endpoint({
  method: 'POST',
  path: urlExperiments.path,
  summary: 'Create a short URL A/B test',
  description:
    'Tests an existing short URL, or a new one created for the test. The test is a draft until you start it.',
  permission: 'write',
  body: createUrlExperimentBody,
  bodyLimit: 'destinations',
  example: {
    name: 'Headline',
    variants: [
      { name: 'Short', destination_url: 'https://example.com/short' },
      { name: 'Long', destination_url: 'https://example.com/long' },
    ],
    conversions_enabled: true,
  },
  reply: createdExperiment,
  envelope: 'bare',
  status: 201,
  errors: ['ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT'],
  async handle(context) {
    const { body, sql, redis, config, log } = context
    const draft = await draftExperiment(context, 'url', body)
    const test = body.primary_url_id
      ? await testOwn(context, draft, body.primary_url_id)
      : await makeWithLink(context, draft, (link) => createLink({ sql, redis, config, log }, link))
    return { test: describeExperiment(test, config), message: 'A/B test created' }
  },
})

type Creating = Context<unknown, unknown, (typeof createUrlExperimentBody)['_zod']['output']>

async function testOwn(
  { reach, sql, config }: Creating,
  draft: NewExperiment,
  linkId: string,
): Promise<FoundExperiment> {
  const link = await findOwnLink({ sql, config }, reach, linkId)
  // As a code, this id could be the alias of another link.
  if (link?.id !== linkId) throw noSuchLink()
  const where = { account_id: reach.account_id, link_id: link.id, field: 'primary_url_id' } as const
  return demand(await createExperiment({ sql, config }, draft, where), noSuchLink)
}
