import { z } from 'zod'
import { ApiError, demand } from '#core/api-error.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { ShortUrlDomain } from '#schemas/links.ts'
import { codePattern } from '#schemas/values.ts'
import { outside, type Reach, wholeAccount } from '../accounts/reach.ts'
import { findBaseDomain } from '../domains/find-base-domain.ts'
import type { Stores } from '../stores.ts'
import { shortUrlOf } from './describe-link.ts'
import { type LinkReference, type ReadLink, selectOwnLinks } from './select-links.ts'

/** Candidates listed when a code is ambiguous. */
const mostCandidates = 20

/** Reads the id of a path. undefined if no link can have this id. */
export async function readReference({ sql, config }: LookUpStores, id: string): Promise<LinkReference | undefined> {
  if (!codePattern.test(id)) return undefined
  const { id: base_domain_id } = await findBaseDomain(sql, config)
  return { id: z.guid().safeParse(id).success ? id : null, code: id, base_domain_id }
}

/**
 * The caller's own link: by UUID, then by its code on the base domain, then by its code on the only other domain that has
 * it. `domain` limits the search to one domain. FORBIDDEN if the account has such links, but none within reach.
 */
export async function findOwnLink(
  stores: LookUpStores,
  reach: Reach,
  id: string,
  domain: ShortUrlDomain = {},
): Promise<ReadLink | undefined> {
  const reference = await readReference(stores, id)
  if (reference === undefined) return undefined
  const options = { ...readDomainFilter(domain, stores.config), limit: mostCandidates }
  const found = await selectOwnLinks(stores.sql, reach, reference, options)
  if (found.length === 0 && reach.domain_ids !== null) {
    const others = await selectOwnLinks(stores.sql, wholeAccount(reach.account_id), reference, options)
    if (others.length > 0) throw outside()
  }
  const sure =
    found.find((link) => link.id === reference.id?.toLowerCase()) ?? found.find(({ type }) => type === 'standard')
  if (sure !== undefined || found.length < 2) return sure ?? found[0]
  const candidates = found.map(({ id: candidate, type, host, code }) => ({
    id: candidate,
    short_url: shortUrlOf(stores.config, { type, host }, code),
    url_type: type,
  }))
  throw new ApiError(
    'BAD_REQUEST',
    'Several short URLs have this code. Add `url_type`, `subdomain`, or `branded_domain`, or use the ID.',
    { candidates },
  )
}

/** Like findOwnLink, but throws if there is no such link. */
export const demandOwnLink = async (...asking: Parameters<typeof findOwnLink>): Promise<ReadLink> =>
  demand(await findOwnLink(...asking), noSuchLink)

export const noSuchLink = () => new ApiError('NOT_FOUND', 'Link not found.')

/** Type and host of the domain that these parameters select. */
export function readDomainFilter({ url_type, subdomain, branded_domain }: ShortUrlDomain, config: Stores['config']) {
  const host = subdomain === undefined ? branded_domain : `${subdomain}.${hostWithoutPort(config.BASE_DOMAIN)}`
  return { type: url_type, host }
}

type LookUpStores = Pick<Stores, 'sql' | 'config'>
