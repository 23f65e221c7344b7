import type { LinkRecord } from '#schemas/link-record.ts'
import { mergeQuery } from './merge-query.ts'

export type Decision =
  | { kind: 'not-found' }
  | { kind: 'expired' }
  | { kind: 'redirect'; url: string; status: LinkRecord['redirect_type'] }

/** Where a visit leads. `query` is what stood behind the ? of the short URL, undecoded; `now` is in Unix milliseconds. */
export function decide(link: LinkRecord | null, query: string, now: number): Decision {
  if (link === null) return { kind: 'not-found' }
  if (link.expires_at !== null && link.expires_at <= now) return { kind: 'expired' }
  const url = link.forward_query ? mergeQuery(link.url, query) : link.url
  return { kind: 'redirect', url, status: link.redirect_type }
}
