import { ApiError } from '#core/api-error.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import { violates } from '#runtime/postgres.ts'
import type { UrlType } from '#schemas/links.ts'
import { type Reach, refuseOutside } from '../accounts/reach.ts'
import type { LinkDomain } from '../links/describe-link.ts'
import { selectOwnDomain } from '../links/select-links.ts'
import type { Stores } from '../stores.ts'
import { findBaseDomain } from './find-base-domain.ts'

interface DomainChoice {
  url_type: UrlType
  subdomain?: string | null | undefined
  branded_domain?: string | null | undefined
}

/**
 * The domain for new links. An unknown domain and another account's get the same error, which does not reveal whether the
 * domain exists. FORBIDDEN for a domain of the account outside the limits of the key.
 */
export async function findLinkDomain(
  { sql, config }: Pick<Stores, 'sql' | 'config'>,
  reach: Reach,
  { url_type, subdomain, branded_domain }: DomainChoice,
): Promise<LinkDomain> {
  const host = url_type === 'subdomain' ? `${subdomain}.${hostWithoutPort(config.BASE_DOMAIN)}` : (branded_domain ?? '')
  const domain =
    url_type === 'standard'
      ? await findBaseDomain(sql, config)
      : await selectOwnDomain(sql, reach.account_id, { type: url_type, host })
  if (domain === undefined) throw noPermission()
  refuseOutside(reach, domain.id)
  return domain
}

const noPermission = () =>
  new ApiError('ACCESS_DENIED', 'This domain is not verified in your account. Add and verify it first.')

/** The domain was deleted while a link or an import was being created on it. */
export function refuseVanished(error: unknown): never {
  const isGone = violates(error, 'links_domain_id_fkey') || violates(error, 'imports_domain_id_fkey')
  throw isGone ? noPermission() : error
}
