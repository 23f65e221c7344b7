import type { Config } from '#runtime/config.ts'
import type { ShortUrl, UrlType } from '#schemas/links.ts'

/** The settings that say how a short URL is written. */
export type Addresses = Pick<Config, 'BASE_URL' | 'BASE_DOMAIN'>

export interface LinkDomain {
  id: string
  type: UrlType
  host: string
}

/** A row of `links`. */
export interface LinkRow {
  id: string
  code: string
  is_custom_alias: boolean
  url: string
  name: string | null
  redirect_type: ShortUrl['redirect_type']
  forward_query: boolean
  tracking_enabled: boolean
  expires_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface LinkCounts {
  clicks: number
  last_clicked_at: Date | null
}

/** The clicks of a link by the click store, whose answer may be missing. */
export interface StoredCounts {
  actual_clicks: number
  unique_visitors: number
}

export interface DescribedLink extends LinkRow, LinkCounts {
  domain: Pick<LinkDomain, 'type' | 'host'>
  stored: StoredCounts | null
}

/** The record of a short URL, as the API and the webhooks show it. */
export function describeLink(link: DescribedLink, addresses: Addresses, now: number): ShortUrl {
  const { domain, stored } = link
  return {
    id: link.id,
    short_code: link.code,
    short_url: shortUrlOf(addresses, domain, link.code),
    name: link.name,
    original_url: link.url,
    custom_alias: link.is_custom_alias ? link.code : null,
    url_type: domain.type,
    branded_domain: domain.type === 'branded' ? domain.host : null,
    subdomain: domain.type === 'subdomain' ? subdomainOf(domain.host) : null,
    status: link.expires_at !== null && link.expires_at.getTime() <= now ? 'expired' : 'active',
    tracking_enabled: link.tracking_enabled,
    click_count: link.clicks,
    unique_visitors: stored?.unique_visitors ?? null,
    stored_clicks: link.clicks,
    actual_clicks: stored?.actual_clicks ?? null,
    ...(link.last_clicked_at && { last_clicked_at: link.last_clicked_at.toISOString() }),
    expires_at: link.expires_at?.toISOString() ?? null,
    redirect_type: link.redirect_type,
    forward_query: link.forward_query,
    created_at: link.created_at.toISOString(),
    updated_at: link.updated_at.toISOString(),
  }
}

/** A short URL has the scheme of BASE_URL; hosts under the base domain have its port. */
export function shortUrlOf(addresses: Addresses, domain: Pick<LinkDomain, 'type' | 'host'>, code: string): string {
  const scheme = new URL(addresses.BASE_URL).protocol
  const port = /:\d+$/.exec(addresses.BASE_DOMAIN)?.[0] ?? ''
  const host = { standard: addresses.BASE_DOMAIN, subdomain: `${domain.host}${port}`, branded: domain.host }
  return `${scheme}//${host[domain.type]}/${code}`
}

const subdomainOf = (host: string): string => host.slice(0, host.indexOf('.'))
