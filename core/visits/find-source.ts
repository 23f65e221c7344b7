import { parse } from 'tldts'
import type { Source } from '#schemas/clicks.ts'
import { searchBrands, sourceByDomain, sourceByHost } from './referrers.ts'

const address = /^(?:https?|android-app|ios-app):\/\/(?:[^/?#@]*@)?([^/?#]+)/i

/** The host, with its port, of a Referer header; '' where there is none. */
export function findReferrerHost(referrer: string): string {
  return address.exec(referrer)?.[1]?.toLowerCase() ?? ''
}

/** How a host is shown and grouped: without www. and port. */
export function referrerDomain(host: string): string {
  return host.replace(/^www\d?\./, '').replace(/:\d+$/, '')
}

/** Newsletters rarely leave a referrer: their utm_medium tells. */
export function isEmailMedium(medium: string): boolean {
  return /^(?:e-?mail|newsletter)$/i.test(medium)
}

/** Yahoo has a subdomain of search for each country, and one that leads to what was found. */
const searching = /^(?:www|m|images|(?:.+\.)?search)?$/

export function findSource(host: string): Source {
  if (host === '') return 'Direct'
  const name = host.replace(/:\d+$/, '')
  const exact = sourceByHost.get(name) ?? sourceByHost.get(referrerDomain(name))
  if (exact !== undefined) return exact
  const { domain, domainWithoutSuffix, subdomain } = parse(name)
  const known = sourceByDomain.get(domain ?? '')
  if (known !== undefined) return known
  // docs.google.com is a page like any other; google.de, www.google.de and r.search.yahoo.com search.
  if (searchBrands.has(domainWithoutSuffix ?? '') && searching.test(subdomain ?? '')) return 'Search'
  return 'Referral'
}
