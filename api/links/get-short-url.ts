import type { z } from 'zod'
import { demandOwnLink } from '#model/links/find-own-link.ts'
import { presentLink } from '#model/links/present-links.ts'
import { type ShortUrl, type ShortUrlDomain, shortUrl, shortUrlDomain, shortUrlParams } from '#schemas/links.ts'
import { type Context, endpoint } from '../frame/endpoint.ts'

export const getShortUrl = endpoint({
  method: 'GET',
  path: '/short-urls/{id}',
  summary: 'Get a short URL',
  permission: 'read',
  params: shortUrlParams,
  query: shortUrlDomain,
  reply: shortUrl,
  errors: ['NOT_FOUND'],
  handle: readLink,
})

type Reading = Context<z.output<typeof shortUrlParams>, ShortUrlDomain, unknown>

export async function readLink({ params, query, account, reach, sql, config, ...rest }: Reading): Promise<ShortUrl> {
  const link = await demandOwnLink({ sql, config }, reach, params.id, query)
  return await presentLink({ account, config, ...rest }, link)
}
