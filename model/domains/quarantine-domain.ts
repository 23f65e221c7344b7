import { ApiError } from '#core/api-error.ts'
import type { Tx } from '#runtime/postgres.ts'
import { type Origin, recordChange } from '../accounts/audit-log.ts'
import { destinationsOf } from '../links/destinations-of.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import { changeHost } from '../publish/publish-host.ts'
import { storesOf } from './app-links.ts'
import type { DomainRow } from './domain-row.ts'
import { selectDomain } from './select-domains.ts'

interface Quarantine {
  domain_id: string
  /** Shown to the account. null lifts the quarantine. */
  reason: string | null
  origin: Origin
  /** Asked under the lock of the host. */
  isDue?: (domain: DomainRow) => boolean
}

/**
 * Puts the URLs of a domain in quarantine, or lifts it. When this returns, every redirector serves the change. False if the domain
 * is in that state already: the earlier reason stays. undefined if the account has no such domain. Links are not affected.
 */
export async function quarantineDomain(
  stores: LinkStores,
  { domain_id, reason, origin, isDue = () => true }: Quarantine,
): Promise<boolean | undefined> {
  const { account_id } = origin
  const found = await selectDomain(stores.sql, account_id, domain_id)
  if (found === undefined) return undefined
  const changed = await changeHost(stores, found.host, async (tx, rev) => {
    const domain = await selectDomain(tx, account_id, domain_id)
    if (domain === undefined || (domain.quarantined_at !== null) === (reason !== null) || !isDue(domain))
      return undefined
    await writeQuarantine(tx, domain_id, { rev, reason })
    await recordChange(tx, origin, {
      action: reason === null ? 'lift_quarantine' : 'quarantine',
      summary: reason === null ? 'Lift the quarantine of a domain' : 'Put the URLs of a domain in quarantine',
      object_ids: [domain_id],
      ...(reason === null ? { before: { reason: domain.quarantine_reason ?? '' } } : { after: { reason } }),
    })
    return true
  })
  return changed === true
}

async function writeQuarantine(
  tx: Tx,
  id: string,
  { rev, reason }: { rev: number; reason: string | null },
): Promise<void> {
  const quarantined_at = reason === null ? null : new Date()
  await tx`
    update domains
    set ${tx({ quarantined_at, quarantine_reason: reason, rev })}
    where id = ${id}`
}

type Urls = Pick<DomainRow, 'root_redirect_url' | 'not_found_url' | 'expired_url' | 'app_links'>

/** Every URL of a domain to which visits can be redirected. */
export const urlsOfDomain = (domain: Urls): string[] =>
  [...destinationsOf(domain), ...storesOf(domain.app_links)].map(({ url }) => url)

/** Otherwise the domain could be added again, with the same URLs and without the quarantine. */
export function refuseDomainDeletion({ quarantined_at }: Pick<DomainRow, 'quarantined_at'>): void {
  if (quarantined_at === null) return
  throw new ApiError(
    'CONFLICT',
    'This domain is in quarantine, so it cannot be deleted. Ask the operator of this installation.',
  )
}
