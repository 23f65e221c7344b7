import { demand, invalidField } from '#core/api-error.ts'
import { createExperiment } from '#model/experiments/create-experiment.ts'
import { describeExperiment } from '#model/experiments/describe-experiment.ts'
import type { FoundExperiment } from '#model/experiments/experiment-row.ts'
import type { NewExperiment } from '#model/experiments/insert-experiment.ts'
import type { NewLink } from '#model/links/new-link.ts'
import { createWithCode } from '#model/qr-codes/create-linked-code.ts'
import { findOwnCode, noSuchCode } from '#model/qr-codes/read-qr-code.ts'
import { refuseContent } from '#model/qr-codes/save-code.ts'
import { createdExperiment, createQrExperimentBody } from '#schemas/experiments.ts'
import { type Context, endpoint } from '../frame/endpoint.ts'
import { draftExperiment } from './draft-experiment.ts'
import { qrExperiments } from './families.ts'
import { makeWithLink } from './make-with-link.ts'

export const createCodeExperiment = endpoint({
  method: 'POST',
  path: qrExperiments.path,
  summary: 'Create a QR code A/B test',
  description:
    'Tests an existing dynamic QR code, or a new one created for the test. The test is a draft until you start it.',
  permission: 'write',
  body: createQrExperimentBody,
  bodyLimit: 'destinations',
  example: {
    name: 'Menu',
    variants: [
      { name: 'Pictures', destination_url: 'https://example.com/pictures' },
      { name: 'List', destination_url: 'https://example.com/list' },
    ],
  },
  reply: createdExperiment,
  envelope: 'bare',
  status: 201,
  errors: ['ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle(context) {
    const { body, config } = context
    const draft = await draftExperiment(context, 'qr', body)
    const test = body.qr_code_id ? await testOwn(context, draft, body.qr_code_id) : await testNew(context, draft)
    return { test: describeExperiment(test, config), message: 'A/B test created' }
  },
})

type Creating = Context<unknown, unknown, (typeof createQrExperimentBody)['_zod']['output']>

async function testOwn(
  { reach, sql, config }: Creating,
  draft: NewExperiment,
  codeId: string,
): Promise<FoundExperiment> {
  const { account_id, link_id } = await findOwnCode(sql, reach, codeId)
  if (link_id === null) throw invalidField('qr_code_id', 'Must be a dynamic QR code; static codes cannot change.')
  return demand(
    await createExperiment({ sql, config }, draft, { account_id, link_id, field: 'qr_code_id' }),
    noSuchCode,
  )
}

/** Creates a dynamic code, which opens its content, if it has any, while the test is not running. */
async function testNew(context: Creating, draft: NewExperiment): Promise<FoundExperiment> {
  const { account, sql, redis, qrQueue, config, log } = context
  const { content } = context.body
  if (content) await refuseContent({ sql, config, account_id: account.id }, content)
  const own = content?.content_type === 'url' ? content.content_data.url : undefined
  const create = (link: NewLink) => createWithCode({ sql, redis, qrQueue, config, log }, link)
  return await makeWithLink(context, draft, create, own)
}
