import { getDomain } from 'tldts'
import { findImitated } from '#core/safety/look-alikes.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { Config } from '#runtime/config.ts'
import type { Domain, VerificationRecord } from '#schemas/domains.ts'
import { describeBrand } from './brand.ts'
import type { DomainRow } from './domain-row.ts'

/** Settings that determine where branded domains must point. */
export type DomainTargets = Pick<Config, 'BASE_DOMAIN' | 'BRANDED_CNAME' | 'BRANDED_ADDRESSES' | 'PROTECTED_NAMES'>

/** The record of a domain in the API and in webhooks. */
export function describeDomain(row: DomainRow, targets: DomainTargets): Domain {
  const imitates = row.type === 'branded' ? findImitated(targets.PROTECTED_NAMES, row.host) : undefined
  return {
    id: row.id,
    domain: row.host,
    type: row.type,
    status: row.status,
    verification: {
      records: recordsOf(row, targets),
      last_checked_at: row.last_checked_at?.toISOString() ?? null,
      error: row.check_error,
    },
    is_default: row.is_default,
    url_count: row.url_count,
    root_redirect_url: row.root_redirect_url,
    not_found_url: row.not_found_url,
    expired_url: row.expired_url,
    brand: describeBrand(row),
    ...(imitates !== undefined && { imitates }),
    app_links: row.app_links,
    quarantined_at: row.quarantined_at?.toISOString() ?? null,
    quarantine_reason: row.quarantine_reason,
    created_at: row.created_at.toISOString(),
    verified_at: row.verified_at?.toISOString() ?? null,
  }
}

export const proofName = (host: string): string => `_waymark.${host}`

/** The CNAME target of branded domains. */
export const aliasTarget = ({ BRANDED_CNAME, BASE_DOMAIN }: DomainTargets): string =>
  BRANDED_CNAME ?? hostWithoutPort(BASE_DOMAIN)

function recordsOf(row: DomainRow, targets: DomainTargets): VerificationRecord[] {
  if (row.verification_token === null) return []
  const { host, verification_token, ownership } = row
  const name = proofName(host)
  const proof = { type: 'TXT', name, value: verification_token, status: ownership, found: row.found_proofs } as const
  return [proof, ...routesOf(row, targets)]
}

/** The apex of a zone cannot be an alias, so it gets the IP addresses if they are known. */
function routesOf({ host, routing, found_routes }: DomainRow, targets: DomainTargets): VerificationRecord[] {
  const addresses = targets.BRANDED_ADDRESSES
  const isApex = getDomain(host, { allowPrivateDomains: true }) === host
  const looked = { name: host, status: routing, found: found_routes }
  if (!isApex || addresses.length === 0) return [{ type: 'CNAME', value: aliasTarget(targets), ...looked }]
  return addresses.map((value) => ({ type: value.includes(':') ? 'AAAA' : 'A', value, ...looked }) as const)
}
