import { statusOfLink } from '#core/link-status.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { Config } from '#runtime/config.ts'
import { fieldsWith } from '#schemas/link-fields.ts'
import type { ShortUrl, UrlType } from '#schemas/links.ts'
import type { LinkCounts, LinkHealth, LinkRow, LinkUses } from './link-row.ts'

/** Settings that determine how a short URL is written. */
export type Site = Pick<Config, 'BASE_URL' | 'BASE_DOMAIN'>

export interface LinkDomain {
  id: string
  type: UrlType
  host: string
}

/** Clicks of a link in the click store, which may be unavailable. */
export interface StoredCounts {
  actual_clicks: number
  unique_visitors: number
}

export interface DescribedLink extends LinkRow, LinkCounts, LinkUses, LinkHealth {
  domain: Pick<LinkDomain, 'type' | 'host'>
  stored: StoredCounts | null
}

/** The record of a short URL in the API and in webhooks. */
export function describeLink(link: DescribedLink, site: Site, now: number): ShortUrl {
  const { domain, stored } = link
  return {
    id: link.id,
    short_code: link.code,
    short_url: shortUrlOf(site, domain, link.code),
    original_url: link.url,
    custom_alias: link.is_custom_alias ? link.code : null,
    url_type: domain.type,
    branded_domain: domain.type === 'branded' ? domain.host : null,
    subdomain: domain.type === 'subdomain' ? subdomainOf(domain.host) : null,
    status: statusOfLink(link, now),
    ...describeFields(link),
    click_count: link.clicks,
    unique_visitors: stored?.unique_visitors ?? null,
    stored_clicks: link.clicks,
    actual_clicks: stored?.actual_clicks ?? null,
    ...(link.last_clicked_at && { last_clicked_at: link.last_clicked_at.toISOString() }),
    is_password_protected: link.password_hash !== null,
    utm: {
      utm_source: link.utm_source,
      utm_medium: link.utm_medium,
      utm_campaign: link.utm_campaign,
      utm_term: link.utm_term,
      utm_content: link.utm_content,
    },
    qr_code_id: link.qr_code_id,
    ab_test_id: link.ab_test_id,
    destination_health: describeHealth(link.destination_health),
    trashed_at: link.trashed_at?.toISOString() ?? null,
    quarantined_at: link.quarantined_at?.toISOString() ?? null,
    quarantine_reason: link.quarantine_reason,
    created_at: link.created_at.toISOString(),
    updated_at: link.updated_at.toISOString(),
  }
}

function describeHealth(health: LinkHealth['destination_health']): ShortUrl['destination_health'] {
  if (health === null) return null
  const { failing_since, title_changed_at, certificate_expires_at, checked_at, ...found } = health
  return {
    ...found,
    failing_since: asInstant(failing_since),
    title_changed_at: asInstant(title_changed_at),
    certificate_expires_at: asInstant(certificate_expires_at),
    checked_at: new Date(checked_at).toISOString(),
  }
}

const asInstant = (time: string | null) => (time === null ? null : new Date(time).toISOString())

const shownFields = fieldsWith('output')

/** Fields that the record shows as the owner set them. */
const describeFields = (link: LinkRow) =>
  Object.fromEntries(
    shownFields.map((name) => {
      const value = link[name]
      return [name, value instanceof Date ? value.toISOString() : value]
    }),
  ) as Pick<ShortUrl, (typeof shownFields)[number]>

/** Short URLs have the scheme of BASE_URL. Current and former base domains and their subdomains have its port. */
export function shortUrlOf(site: Site, domain: Pick<LinkDomain, 'type' | 'host'>, code: string): string {
  const scheme = new URL(site.BASE_URL).protocol
  const port = /:\d+$/.exec(site.BASE_DOMAIN)?.[0] ?? ''
  const host = domain.type === 'branded' ? domain.host : `${hostWithoutPort(domain.host)}${port}`
  return `${scheme}//${host}/${code}`
}

const subdomainOf = (host: string): string => host.slice(0, host.indexOf('.'))
