import { createShortUrlBody, isReservedAlias, shortUrl } from '#schemas/links.ts'
import { createLink as storeLink } from '#store/create-link.ts'
import { describeLink } from '#store/describe-link.ts'
import { ApiError, invalidField } from '../http/api-error.ts'
import { endpoint } from '../http/endpoint.ts'
import { findBaseDomain } from './base-domain.ts'
import { leadsToOurselves } from './own-host.ts'

export const createLink = endpoint({
  method: 'POST',
  path: '/short-urls',
  summary: 'Create a short URL',
  permission: 'write',
  body: createShortUrlBody,
  reply: shortUrl,
  status: 201,
  errors: ['CONFLICT'],
  async handle({ body, account, sql, redis, config, log }) {
    if (leadsToOurselves(body.url, config)) throw invalidField('url', 'must not lead to a short URL of this service')
    const alias = body.custom_alias ?? null
    if (alias !== null && isReservedAlias(alias)) throw new ApiError('CONFLICT', 'This alias is reserved', { alias })
    const outcome = await storeLink(
      { sql, redis, config, log },
      {
        account_id: account.id,
        domain: await findBaseDomain(sql, config),
        alias,
        url: body.url,
        name: body.name ?? null,
        redirect_type: body.redirect_type,
        forward_query: body.forward_query,
        tracking_enabled: body.tracking_enabled,
        expires_at: body.expires_at ? new Date(body.expires_at) : null,
      },
    )
    if (outcome.kind === 'alias-taken') throw new ApiError('CONFLICT', 'This alias is taken', { alias })
    return describeLink(outcome.link, config, Date.now())
  },
})
