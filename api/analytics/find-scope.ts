import { ApiError } from '../http/api-error.ts'
import type { Services } from '../http/endpoint.ts'
import { findOwnLink } from '../links/address.ts'
import type { Scope } from './filter.ts'

/** The id of an analytics path: a UUID, short code or alias of one's own, or `all`. */
export async function findScope(
  stores: Pick<Services, 'sql' | 'config'>,
  accountId: string,
  id: string,
): Promise<Scope> {
  if (id === 'all') return { account_id: accountId }
  const link = await findOwnLink(stores, accountId, id)
  if (link === undefined) throw new ApiError('NOT_FOUND', 'No such short URL')
  return { account_id: accountId, link_id: link.id }
}
