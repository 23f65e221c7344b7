import type { Sql, Tx } from '#runtime/postgres.ts'
import type { AppLinks } from '#schemas/app-links.ts'
import type { DomainStatus, Finding } from '#schemas/domains.ts'
import type { BrandColumns } from './brand.ts'

/** A subdomain or a branded domain, as the statements about domains return it. */
export interface DomainRow extends BrandColumns {
  id: string
  account_id: string
  type: 'subdomain' | 'branded'
  host: string
  status: DomainStatus
  is_default: boolean
  root_redirect_url: string | null
  not_found_url: string | null
  expired_url: string | null
  app_links: AppLinks | null
  quarantined_at: Date | null
  quarantine_reason: string | null
  verification_token: string | null
  ownership: Finding
  routing: Finding
  check_error: string | null
  found_proofs: string[] | null
  found_routes: string[] | null
  failures: number
  last_checked_at: Date | null
  verified_at: Date | null
  created_at: Date
  url_count: number
}

export const domainColumns = (sql: Sql | Tx) => sql`
  id, account_id, type, host, status, is_default, root_redirect_url, not_found_url, expired_url, brand_name, brand_color, brand_logo_id,
  app_links, quarantined_at, quarantine_reason, verification_token, ownership, routing, check_error, found_proofs, found_routes, failures,
  last_checked_at, verified_at, created_at,
  (select count(*) from links where links.domain_id = domains.id) as url_count`
