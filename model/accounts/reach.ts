import { ApiError } from '#core/api-error.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'

/**
 * What a caller may touch: of one account, what is on these domains (null: on any). Whatever looks for links or domains
 * takes it in place of an account's id. Campaigns, keys and connected
 * apps are on no domain: they are the account's.
 */
export interface Reach {
  account_id: string
  domain_ids: readonly string[] | null
}

/** For what is told of an account to others than the caller: events. */
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

/** A domain, or what is on it, that the account has and the key of the caller is not for. */
export function refuseOutside(reach: Reach, domainId: string): void {
  if (!reaches(reach, domainId)) throw outside()
}

/** What belongs to the account and to no domain is not for a key that is limited to some. */
export function refuseBound({ domain_ids }: Reach): void {
  if (domain_ids !== null) throw new ApiError('FORBIDDEN', 'This API key is limited to domains and may not do this')
}

export const outside = () => new ApiError('FORBIDDEN', 'This API key may not be used on this domain')
