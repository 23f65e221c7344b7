import { ApiError } from '#core/api-error.ts'
import { aliasTaken } from '#core/reserved-aliases.ts'
import { withCampaign } from '#model/campaigns/resolve-campaign.ts'
import { refuseVanished } from '#model/domains/find-link-domain.ts'
import { type CreateOutcome, createLink } from '#model/links/create-link.ts'
import { describeLink } from '#model/links/describe-link.ts'
import { presentLinks } from '#model/links/present-links.ts'
import { lookUps, readNewLink } from '#model/links/read-new-link.ts'
import { selectLinksById } from '#model/links/select-links.ts'
import { createWithCode } from '#model/qr-codes/create-linked-code.ts'
import { type CreateShortUrlBody, createShortUrlBody, type ShortUrl, shortUrl } from '#schemas/links.ts'
import { type Context, endpoint } from '../frame/endpoint.ts'

export const createShortUrl = endpoint({
  method: 'POST',
  path: '/short-urls',
  summary: 'Create a short URL',
  permission: 'write',
  body: createShortUrlBody,
  bodyLimit: 'destinations',
  example: { url: 'https://example.com/spring-sale', name: 'Spring sale', custom_alias: 'spring', tags: ['sale'] },
  reply: shortUrl,
  status: 201,
  otherStatus: { status: 200, description: 'Existing short URL (`find_if_exists`)' },
  errors: ['ACCESS_DENIED', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle(context) {
    const outcome = await createFrom(context, context.body)
    if (outcome.kind === 'created') return describeLink(outcome.link, context.config, Date.now())
    context.answer.status = 200
    return await presentFound(context, outcome.link_id)
  },
})

export type Creating = Omit<Context<unknown, unknown, unknown>, 'params' | 'query' | 'body' | 'answer'>

/** Throws ApiError if the link cannot be created. */
export async function createFrom(
  { account, reach, sql, redis, qrQueue, secretKeys, config, log }: Creating,
  body: CreateShortUrlBody,
): Promise<Exclude<CreateOutcome, { kind: 'alias-taken' }>> {
  const asking = { account, reach, sql, secretKeys, config }
  const found = await readNewLink(asking, body, lookUps(asking))
  const input = { ...found, find_if_exists: body.find_if_exists }
  const create = body.generate_qr
    ? () => createWithCode({ sql, redis, qrQueue, config, log }, input)
    : () => createLink({ sql, redis, config, log }, input)
  const outcome = await withCampaign(create).catch(refuseVanished)
  if (outcome.kind === 'alias-taken') throw aliasTaken(input.alias)
  return outcome
}

/** The record of an existing link. */
export async function presentFound(context: Creating, linkId: string): Promise<ShortUrl> {
  const [record] = await presentLinks(context, await selectLinksById(context.sql, [linkId]))
  if (record === undefined) throw new ApiError('CONFLICT', 'The existing short URL is being deleted. Try again.')
  return record
}
