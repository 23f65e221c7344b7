import { findReferrerHost, findSource, isEmailMedium, referrerDomain } from '#core/visits/find-source.ts'
import { remember } from '#runtime/remember.ts'
import type { Step } from '../click.ts'

const mostHosts = 10_000

/** Adds the traffic source. Waymark's own pages, such as the password form, do not count. Requires the UTM fields. */
export function addSource(ownHosts: ReadonlySet<string>): Step {
  const read = remember((host) => ({ source: findSource(host), domain: referrerDomain(host) }), mostHosts)
  return ({ raw, row }) => {
    const host = findReferrerHost(raw.referrer)
    if (ownHosts.has(host)) row.referrer = ''
    else {
      const { source, domain } = read(host)
      row.source = source
      row.referrer_domain = domain
    }
    if (row.utm_medium !== '' && isEmailMedium(row.utm_medium)) row.source = 'Email'
    return undefined
  }
}
