import { ApiError } from '#core/api-error.ts'
import type { Reach } from '#model/accounts/reach.ts'
import { deleteLink } from '#model/links/delete-link.ts'
import { findOwnLink, noSuchLink, readReference } from '#model/links/find-own-link.ts'
import type { LockedLink } from '#model/links/locked-link.ts'
import { linkExists } from '#model/links/select-links.ts'
import { demandTrashed } from '#model/links/trash-link.ts'
import { deleteShortUrlQuery } from '#schemas/delete-links.ts'
import { done } from '#schemas/envelope.ts'
import { type ShortUrlDomain, shortUrlParams } from '#schemas/links.ts'
import { endpoint, type Services } from '../frame/endpoint.ts'

export const deleteShortUrl = endpoint({
  method: 'DELETE',
  path: '/short-urls/{id}',
  summary: 'Delete a short URL',
  description: 'Also deletes its analytics. This cannot be undone. The slug can be reused immediately.',
  permission: 'delete',
  params: shortUrlParams,
  query: deleteShortUrlQuery,
  reply: done,
  errors: ['ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT'],
  async handle({ params, query: { only_trashed, ...domain }, reach, ...services }) {
    const id = await demandRemovable(services, reach, params.id, domain)
    await remove(services, reach, id, only_trashed)
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

export async function remove(
  { sql, redis, config, log }: RemoveStores,
  reach: Reach,
  linkId: string,
  onlyTrashed = false,
): Promise<void> {
  const isDue = (link: LockedLink) => {
    if (onlyTrashed) demandTrashed(link)
    return true
  }
  if (!(await deleteLink({ sql, redis, config, log }, reach.account_id, linkId, isDue))) throw noSuchLink()
}
