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
    await remove(services, reach, await demandRemovable(services, reach, params.id, query))
    return { message: 'Short URL deleted' }
  },
})

type RemoveStores = Pick<Services, 'sql' | 'redis' | 'config' | 'log'>

/** The id of a link of the account. Throws ApiError if it has no such link. */
export async function demandRemovable(
  stores: RemoveStores,
  reach: Reach,
  id: string,
  domain: ShortUrlDomain = {},
): Promise<string> {
  const link = await findOwnLink(stores, reach, id, domain)
  if (link !== undefined) return link.id
  const reference = await readReference(stores, id)
  if (reference !== undefined && (await linkExists(stores.sql, reference))) {
    throw new ApiError('ACCESS_DENIED', 'This short URL belongs to another account.')
  }
  throw noSuchLink()
}

export async function remove({ sql, redis, config, log }: RemoveStores, reach: Reach, linkId: string): Promise<void> {
  if (!(await deleteLink({ sql, redis, config, log }, reach.account_id, linkId))) throw noSuchLink()
}
