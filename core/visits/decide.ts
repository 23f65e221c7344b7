import type { LinkExtras, LinkRecord } from '#schemas/link-record.ts'
import { chooseVariant } from './choose-variant.ts'
import { mergeQuery } from './merge-query.ts'
import { urlForSystem } from './url-for-system.ts'

export type Decision =
  | { kind: 'not-found' }
  /** With the address for latecomers, if the link has one. */
  | { kind: 'expired'; url: string | null }
  | { kind: 'locked' }
  /** With noindex where search engines are to leave it out. */
  | { kind: 'redirect'; url: string; status: LinkRecord['redirect_type']; variant_id?: string; noindex?: true }

/** What a link with extras asks of its visitor. */
export interface VisitorTraits {
  /** null of somebody who only looks where the link leads: who takes part in no test. */
  address: string | null
  user_agent: string
  /** Has given the password of the link. */
  unlocked: boolean
}

const nobody: VisitorTraits = { address: null, user_agent: '', unlocked: false }

/**
 * Where a visit leads: what closes the link first, then what chooses among destinations. `query` is what stood behind the
 * ? of the short URL, undecoded; `now` is in Unix milliseconds.
 */
export function decide(link: LinkRecord | null, query: string, now: number, visitor = nobody): Decision {
  if (link === null) return { kind: 'not-found' }
  const { extras } = link
  if (extras !== undefined && isClosed(extras, now)) return { kind: 'not-found' }
  if (link.expires_at !== null && link.expires_at <= now) return { kind: 'expired', url: extras?.expired_url ?? null }
  if (extras?.password_hash !== undefined && !visitor.unlocked) return { kind: 'locked' }
  return extras === undefined ? leadTo(link.url, link, query) : choose(link, extras, query, visitor)
}

/** A running test, then the address for the visitor's system, then the link's own. */
function choose(link: LinkRecord, extras: LinkExtras, query: string, visitor: VisitorTraits): Decision {
  const { address, user_agent } = visitor
  const variant =
    extras.test === undefined || address === null ? undefined : chooseVariant(extras.test, { address, user_agent })
  const indexing = extras.indexing === false ? { noindex: true as const } : {}
  if (variant !== undefined) return { ...leadTo(variant.url, link, query), variant_id: variant.id, ...indexing }
  return { ...leadTo(urlForSystem(extras, user_agent) ?? link.url, link, query), ...indexing }
}

function leadTo(destination: string, link: LinkRecord, query: string) {
  const url = link.forward_query ? mergeQuery(destination, query) : destination
  return { kind: 'redirect' as const, url, status: link.redirect_type }
}

/** Switched off, or not begun. */
const isClosed = ({ disabled, starts_at }: LinkExtras, now: number): boolean =>
  disabled === true || (starts_at !== undefined && now < starts_at)
