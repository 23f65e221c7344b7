import { createdTest, createQrTestBody } from '#schemas/ab-tests.ts'
import type { FoundAbTest } from '#store/ab-test-row.ts'
import { createAbTest } from '#store/create-ab-test.ts'
import { describeAbTest } from '#store/describe-ab-test.ts'
import type { NewAbTest } from '#store/insert-ab-test.ts'
import { readAbTest } from '#store/read-ab-test.ts'
import { ApiError, invalidField } from '../http/api-error.ts'
import { type Context, endpoint } from '../http/endpoint.ts'
import { refuseReserved } from '../links/create-link.ts'
import { findLinkDomain, refuseVanished } from '../links/find-link-domain.ts'
import { createWithCode } from '../qr-codes/create-with-code.ts'
import { findOwnCode, noSuchCode } from '../qr-codes/find-code.ts'
import { refuseLoopingContent } from '../qr-codes/save-code.ts'
import { draftTest, settleDraft } from './draft-test.ts'
import { qrTests } from './families.ts'
import { noSuchTest } from './find-test.ts'

export const createQrTest = endpoint({
  method: 'POST',
  path: qrTests.path,
  summary: 'Create an A/B test of a dynamic QR code, or of one that is made for it',
  permission: 'write',
  body: createQrTestBody,
  example: {
    name: 'Menu',
    variants: [
      { name: 'Pictures', destination_url: 'https://example.com/pictures' },
      { name: 'List', destination_url: 'https://example.com/list' },
    ],
  },
  reply: createdTest,
  envelope: 'bare',
  status: 201,
  errors: ['ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle(context) {
    const { body, config } = context
    const draft = await draftTest(context, 'qr', body)
    const test = body.qr_code_id ? await testOwn(context, draft, body.qr_code_id) : await testNew(context, draft)
    return { test: describeAbTest(test, config), message: 'A/B test created' }
  },
})

type Creating = Context<unknown, unknown, (typeof createQrTestBody)['_zod']['output']>

async function testOwn({ reach, sql }: Creating, draft: NewAbTest, codeId: string): Promise<FoundAbTest> {
  const { account_id, link_id } = await findOwnCode(sql, reach, codeId)
  if (link_id === null) throw invalidField('qr_code_id', 'must be a dynamic QR code: others say what they say for ever')
  const outcome = await createAbTest({ sql }, draft, { account_id, link_id })
  return settleDraft(outcome, 'qr_code_id', noSuchCode)
}

/** A new dynamic code, which leads to its own content, or to the first variant, while the test does not run. */
async function testNew(context: Creating, ab_test: NewAbTest): Promise<FoundAbTest> {
  const { account, reach, sql, redis, qrQueue, config, log } = context
  const { short_code: alias = null, url_type, subdomain, branded_domain, content } = context.body
  if (content) await refuseLoopingContent({ sql, config, account_id: account.id }, content)
  const domain = await findLinkDomain({ sql, config }, reach, { url_type, subdomain, branded_domain })
  if (alias !== null) refuseReserved(alias)
  const own = content?.content_type === 'url' ? content.content_data.url : undefined
  const url = own ?? ab_test.variants[0]?.destination_url ?? ''
  const link = { account_id: account.id, domain, alias, url, name: ab_test.name, ab_test }
  const outcome = await createWithCode({ sql, redis, qrQueue, config, log }, link).catch(refuseVanished)
  if (outcome.kind !== 'created') throw new ApiError('CONFLICT', 'This alias is taken', { alias })
  const test = await readAbTest(sql, ab_test.id)
  if (test === undefined) throw noSuchTest()
  return test
}
