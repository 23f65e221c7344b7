import { ApiError } from '#core/api-error.ts'
import type { Reach } from '#model/accounts/reach.ts'
import { deleteLink } from '#model/links/delete-link.ts'
import { findOwnLink, noSuchLink, readReference } from '#model/links/find-own-link.ts'
import { linkExists } from '#model/links/select-links.ts'
import { done } from '#schemas/envelope.ts'
import { type ShortUrlDomain, shortUrlDomain, shortUrlParams } from '#schemas/links.ts'
import { endpoint, type Services } from '../frame/endpoint.ts'

export const deleteShortUrl = endpoint({
  method: 'DELETE',
  path: '/short-urls/{id}',
  summary: 'Delete a short URL',
  description: 'Also deletes its analytics. This cannot be undone. The slug can be reused immediately.',
  permission: 'delete',
  params: shortUrlParams,
  query: shortUrlDomain,
  reply: done,
  errors: ['ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT'],
  async handle({ params, query, reach, ...services }) {
    await removeOwn(services, reach, params.id, query)
    return { message: 'Short URL deleted' }
  },
})

/** The id of the deleted link. Throws ApiError if the account has no such link. */
export async function removeOwn(
  { sql, redis, config, log }: Pick<Services, 'sql' | 'redis' | 'config' | 'log'>,
  reach: Reach,
  id: string,
  domain: ShortUrlDomain = {},
): Promise<string> {
  const stores = { sql, redis, config, log }
  const link = await findOwnLink(stores, reach, id, domain)
  if (link !== undefined && (await deleteLink(stores, reach.account_id, link.id))) return link.id
  const reference = await readReference(stores, id)
  if (reference !== undefined && (await linkExists(sql, reference))) {
    throw new ApiError('ACCESS_DENIED', 'This short URL belongs to another account.')
  }
  throw noSuchLink()
}
