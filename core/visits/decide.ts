import type { LinkExtras, LinkRecord } from '#schemas/link-record.ts'
import { chooseDestination } from './choose-destination.ts'
import { mergeQuery } from './merge-query.ts'

export type Decision =
  | { kind: 'not-found' }
  /** With the address for latecomers, if the link has one. */
  | { kind: 'expired'; url: string | null }
  | { kind: 'locked' }
  | { kind: 'redirect'; url: string; status: LinkRecord['redirect_type'] }

/** What a link with extras asks of its visitor. */
export interface VisitorTraits {
  user_agent: string
  /** Has given the password of the link. */
  unlocked: boolean
}

const nobody: VisitorTraits = { user_agent: '', unlocked: false }

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
  const chosen = extras === undefined ? link.url : chooseDestination(link.url, extras, visitor.user_agent)
  const url = link.forward_query ? mergeQuery(chosen, query) : chosen
  return { kind: 'redirect', url, status: link.redirect_type }
}

/** Switched off, or not begun. */
const isClosed = ({ disabled, starts_at }: LinkExtras, now: number): boolean =>
  disabled === true || (starts_at !== undefined && now < starts_at)
