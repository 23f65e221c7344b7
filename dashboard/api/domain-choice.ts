import type { ShortUrlDomain } from '#schemas/links.ts'

/** The domain that belongs to nobody: links are on it unless something else is said. */
export const baseDomain = 'base'

const withoutPort = (host: string) => host.replace(/:\d+$/, '')

/** The parameters by which the interface names a domain; none where none is meant. */
export function describeDomain(host: string | undefined, shortHost: string): ShortUrlDomain {
  if (host === undefined || host === '') return {}
  if (host === baseDomain) return { url_type: 'standard' }
  const ending = `.${withoutPort(shortHost)}`
  if (host.endsWith(ending)) return { url_type: 'subdomain', subdomain: host.slice(0, -ending.length) }
  return { url_type: 'branded', branded_domain: host }
}

/** As it stands in short URLs: subdomains have the port of the base domain. */
export function hostInUrls(host: string, shortHost: string): string {
  if (host === '' || host === baseDomain) return shortHost
  const port = /:\d+$/.exec(shortHost)?.[0] ?? ''
  return host.endsWith(`.${withoutPort(shortHost)}`) ? `${host}${port}` : host
}
