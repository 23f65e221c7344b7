import { ApiError } from '#core/api-error.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'

/**
 * The part of an account that a caller can access: objects on these domains (null: on any). Functions that look for links
 * or domains take it instead of an account id. Campaigns, keys, and connected apps have no domain: they belong to the
 * account.
 */
export interface Reach {
  account_id: string
  domain_ids: readonly string[] | null
}

/** For events, which do not depend on the caller. */
export const wholeAccount = (account_id: string): Reach => ({ account_id, domain_ids: null })

/** Part of every statement that finds links for a caller. */
export const linksWithin = (sql: Sql | Tx, { account_id, domain_ids }: Reach) => sql`
  links.account_id = ${account_id}
  ${domain_ids === null ? sql`` : sql`and links.domain_id = any(${[...domain_ids]}::uuid[])`}`

export const domainsWithin = (sql: Sql | Tx, { account_id, domain_ids }: Reach) => sql`
  domains.account_id = ${account_id}
  ${domain_ids === null ? sql`` : sql`and domains.id = any(${[...domain_ids]}::uuid[])`}`

export const reaches = ({ domain_ids }: Reach, domainId: string): boolean =>
  domain_ids === null || domain_ids.includes(domainId)

/** For a domain of the account, or an object there, that is outside the limits of the caller's key. */
export function refuseOutside(reach: Reach, domainId: string): void {
  if (!reaches(reach, domainId)) throw outside()
}

/** Refuses a key that is limited to domains for objects that belong to the whole account. */
export function refuseBound({ domain_ids }: Reach): void {
  if (domain_ids !== null)
    throw new ApiError(
      'FORBIDDEN',
      'This API key is restricted to domains and cannot do this. Use an unrestricted key.',
    )
}

export const outside = () =>
  new ApiError('FORBIDDEN', 'This API key cannot be used for this domain. Use a key that includes it.')
