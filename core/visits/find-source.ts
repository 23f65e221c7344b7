import { parse } from 'tldts'
import type { Source } from '#schemas/clicks.ts'
import { parseUrl } from '#schemas/parse-url.ts'
import { searchBrands, sourceByDomain, sourceByHost } from './referrers.ts'

const address = /^(?:https?|android-app|ios-app):\/\/(?:[^/?#@]*@)?([^/?#]+)/i

/** The host and port of a Referer header; '' without one. */
export function findReferrerHost(referrer: string): string {
  return address.exec(referrer)?.[1]?.toLowerCase() ?? ''
}

const login = /^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i

/** A referrer as it is stored. Browsers leave the username and password out; other programs may send them. */
export function withoutLogin(referrer: string): string {
  return referrer.includes('@') ? referrer.replace(login, '$1') : referrer
}

/** A host without www. and port, for display and grouping. www.com stays, because com would be all of its kind. */
export function referrerDomain(host: string): string {
  return host.replace(/^www\d?\.(?=[^.]+\.)/, '').replace(/:\d+$/, '')
}

/** Characters at which a URL ends its host, or which it drops or decodes. */
const notOfHosts = /[\s/?#@:\\%]/
const hostPattern = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/

/** A domain that somebody entered as that of a referrer, as visits have it: www.München.de. is xn--mnchen-3ya.de. null if it is no domain. */
export function readReferrerDomain(text: string): string | null {
  if (notOfHosts.test(text)) return null
  const host = parseUrl(`http://${text}`)?.hostname.replace(/\.$/, '') ?? ''
  return hostPattern.test(host) ? referrerDomain(host) : null
}

/** Newsletters rarely have a referrer, so utm_medium decides. */
export function isEmailMedium(medium: string): boolean {
  return /^(?:e-?mail|newsletter)$/i.test(medium)
}

/** Yahoo has a search subdomain for each country, and one that redirects to results. */
const searching = /^(?:www|m|images|(?:.+\.)?search)?$/

export function findSource(host: string): Source {
  if (host === '') return 'Direct'
  const name = host.replace(/:\d+$/, '')
  const exact = sourceByHost.get(name) ?? sourceByHost.get(referrerDomain(name))
  if (exact !== undefined) return exact
  const { domain, domainWithoutSuffix, subdomain } = parse(name)
  const known = sourceByDomain.get(domain ?? '')
  if (known !== undefined) return known
  // google.de, www.google.de, and r.search.yahoo.com are searches; docs.google.com is not.
  if (searchBrands.has(domainWithoutSuffix ?? '') && searching.test(subdomain ?? '')) return 'Search'
  return 'Referral'
}
