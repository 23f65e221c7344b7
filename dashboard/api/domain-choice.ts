import type { ShortUrl, ShortUrlDomain } from '#schemas/links.ts'

/** The domain that all accounts share: the default for links. */
export const baseDomain = 'base'

const withoutPort = (host: string) => host.replace(/:\d+$/, '')

/** API parameters that select a domain; none when no domain is chosen. */
export function describeDomain(host: string | undefined, shortHost: string): ShortUrlDomain {
  if (host === undefined || host === '') return {}
  if (host === baseDomain) return { url_type: 'standard' }
  const ending = `.${withoutPort(shortHost)}`
  if (host.endsWith(ending)) return { url_type: 'subdomain', subdomain: host.slice(0, -ending.length) }
  return { url_type: 'branded', branded_domain: host }
}

/** The domain of an existing link. */
export const domainOf = (
  { subdomain, branded_domain }: Pick<ShortUrl, 'subdomain' | 'branded_domain'>,
  shortHost: string,
): string => branded_domain ?? (subdomain === null ? baseDomain : `${subdomain}.${withoutPort(shortHost)}`)

/** Host as it appears in short URLs: subdomains have the port of the base domain. */
export function hostInUrls(host: string, shortHost: string): string {
  if (host === '' || host === baseDomain) return shortHost
  const port = /:\d+$/.exec(shortHost)?.[0] ?? ''
  return host.endsWith(`.${withoutPort(shortHost)}`) ? `${host}${port}` : host
}
