import type { ClickTokenKey } from '#core/visits/click-token.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import { type Answer, locationValue, type Redirect, redirectAnswer } from './answer.ts'
import type { Ruling } from './special-visits.ts'

/** A link as memory has it. */
export interface KnownLink extends LinkRecord {
  /** The answer to a visit that leads to the link's own address, as most do. */
  redirect?: Answer
  /** Of its test, once that has told of a click. */
  tokenKey?: ClickTokenKey
}

/** Null where the destination cannot stand in a header. None is stored; this holds even so. */
export const knownLink = (record: LinkRecord): KnownLink | null => (locationValue(record.url) === null ? null : record)

/** The link; 'deleted' while Redis has the mark that its deletion left; null when there is none, or none that is known. */
export type Resolution = KnownLink | 'deleted' | null

/** What carries a ruling out; null where it leads to no address that may stand in a header. */
export const answerOf = (
  link: KnownLink,
  ruling: Extract<Ruling, { kind: 'redirect' | 'card' | 'content' }>,
): Answer | null => (ruling.kind === 'redirect' ? redirectOf(link, ruling) : ruling.answer)

function redirectOf(link: KnownLink, ruling: Redirect): Answer | null {
  const isUsual = ruling.url === link.url && ruling.status === link.redirect_type && ruling.cookie === undefined
  if (!isUsual) return redirectAnswer(ruling)
  if (link.redirect !== undefined) return link.redirect
  const answer = redirectAnswer(ruling)
  if (answer !== null) link.redirect = answer
  return answer
}
