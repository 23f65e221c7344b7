import { describeLink } from '#model/links/describe-link.ts'
import { bulkShortUrls, createShortUrlsBody } from '#schemas/bulk-links.ts'
import { createShortUrlBody } from '#schemas/links.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readBody } from '../frame/validate.ts'
import { forEachLink } from './bulk.ts'
import { createFrom, presentFound } from './create-short-url.ts'

export const createShortUrls = endpoint({
  method: 'POST',
  path: '/short-urls/bulk',
  summary: 'Create short URLs in bulk',
  description: 'Up to 1,000 per request.',
  permission: 'write',
  bulk: true,
  bodyLimit: 'bulk',
  body: createShortUrlsBody,
  example: { urls: [{ url: 'https://example.com/one' }, { url: 'https://example.com/two', custom_alias: 'two' }] },
  reply: bulkShortUrls,
  async handle({ body, ...context }) {
    return await forEachLink(context.log, body.urls, async (item) => {
      const outcome = await createFrom(context, readBody(createShortUrlBody, item))
      if (outcome.kind === 'found') return await presentFound(context, outcome.link_id)
      return describeLink(outcome.link, context.config, Date.now())
    })
  },
})
