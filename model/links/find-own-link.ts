import { z } from 'zod'
import { ApiError } from '#core/api-error.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { ShortUrlPlace } from '#schemas/links.ts'
import { codePattern } from '#schemas/values.ts'
import { outside, type Reach, wholeAccount } from '../accounts/reach.ts'
import { findBaseDomain } from '../domains/find-base-domain.ts'
import type { Stores } from '../stores.ts'
import { shortUrlOf } from './describe-link.ts'
import { type Address, type ReadLink, selectOwnLinks } from './select-links.ts'

/** So many links of one code are told apart in a refusal. */
const mostCandidates = 20

/** Reads the id of a path. undefined: no link can be called so. */
export async function readAddress({ sql, config }: LookUpStores, id: string): Promise<Address | undefined> {
  if (!codePattern.test(id)) return undefined
  const { id: base_domain_id } = await findBaseDomain(sql, config)
  return { id: z.guid().safeParse(id).success ? id : null, code: id, base_domain_id }
}

/**
 * The caller's own link: by UUID, then by its code on the base domain, then by its code on the only other domain that has
 * it. `place` says on which domain to look. FORBIDDEN where the account has some, but none in reach.
 */
export async function findOwnLink(
  stores: LookUpStores,
  reach: Reach,
  id: string,
  place: ShortUrlPlace = {},
): Promise<ReadLink | undefined> {
  const address = await readAddress(stores, id)
  if (address === undefined) return undefined
  const options = { ...readPlace(place, stores.config), limit: mostCandidates }
  const found = await selectOwnLinks(stores.sql, reach, address, options)
  if (found.length === 0 && reach.domain_ids !== null) {
    const others = await selectOwnLinks(stores.sql, wholeAccount(reach.account_id), address, options)
    if (others.length > 0) throw outside()
  }
  const sure =
    found.find((link) => link.id === address.id?.toLowerCase()) ?? found.find(({ type }) => type === 'standard')
  if (sure !== undefined || found.length < 2) return sure ?? found[0]
  const candidates = found.map(({ id: candidate, type, host, code }) => ({
    id: candidate,
    short_url: shortUrlOf(stores.config, { type, host }, code),
    url_type: type,
  }))
  throw new ApiError(
    'BAD_REQUEST',
    'Several short URLs have this code: add url_type, subdomain or branded_domain, or use the id',
    { candidates },
  )
}

/** As findOwnLink, for who has nothing to do without it. */
export async function demandOwnLink(...asking: Parameters<typeof findOwnLink>): Promise<ReadLink> {
  const link = await findOwnLink(...asking)
  if (link === undefined) throw noSuchLink()
  return link
}

export const noSuchLink = () => new ApiError('NOT_FOUND', 'No such short URL')

/** The kind and the host of the domain that these parameters mean. */
export function readPlace({ url_type, subdomain, branded_domain }: ShortUrlPlace, config: Stores['config']) {
  const host = subdomain === undefined ? branded_domain : `${subdomain}.${hostWithoutPort(config.BASE_DOMAIN)}`
  return { type: url_type, host }
}

type LookUpStores = Pick<Stores, 'sql' | 'config'>
