import { ApiError, invalidField } from '#core/api-error.ts'
import { selectDomainIds } from '#model/accounts/keys.ts'
import { outside, type Reach, reaches } from '#model/accounts/reach.ts'
import { findBaseDomain } from '#model/domains/find-base-domain.ts'
import { type ApiKeyRow, baseDomainName } from '#schemas/keys.ts'
import type { Services } from '../frame/endpoint.ts'

type Stores = Pick<Services, 'sql' | 'config'>

/** Domain ids of a new key. A key that is limited to domains cannot create a key for others. */
export async function readDomains(stores: Stores, reach: Reach, names: readonly string[] | null) {
  if (names === null) {
    if (reach.domain_ids === null) return null
    throw new ApiError(
      'FORBIDDEN',
      'This API key cannot create a key for other domains. Set `domain_ids` to a subset of its domains.',
    )
  }
  const base = await findBaseDomain(stores.sql, stores.config)
  const own = new Set([base.id, ...(await selectDomainIds(stores.sql, reach.account_id, names.filter(isId)))])
  const ids = names.map((name) => (isId(name) ? name : base.id))
  const unknown = ids.findIndex((id) => !own.has(id))
  if (unknown !== -1) throw invalidField(`domain_ids.${unknown}`, 'Must be the ID of a domain in this account.')
  if (!ids.every((id) => reaches(reach, id))) throw outside()
  return ids
}

const isId = (name: string) => name !== baseDomainName

/** A key as the caller may see it: the base domain has its name instead of its id, and members have no email for a bound key. */
export async function showKey<Key extends Pick<ApiKeyRow, 'domain_ids' | 'created_by'>>(
  stores: Stores,
  reach: Reach,
  key: Key,
): Promise<Key> {
  if (reach.domain_ids !== null) key.created_by = null
  if (key.domain_ids === null) return key
  const base = await findBaseDomain(stores.sql, stores.config)
  return { ...key, domain_ids: key.domain_ids.map((id) => (id === base.id ? baseDomainName : id)) }
}
