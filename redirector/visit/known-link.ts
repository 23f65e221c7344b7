import { afterNextChange, hasDueChange } from '#core/schedules/record-at.ts'
import type { ClickTokenKey } from '#core/visits/click-token.ts'
import { openRecord } from '#model/publish/open-record.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import type { Page } from '../pages/page-answer.ts'
import { type Answer, locationValue, type Redirect, redirectAnswer } from './answer.ts'
import type { LimitedLink } from './click-limit.ts'
import type { SpecialLink } from './special-visit.ts'
import type { Ruling } from './special-visits.ts'

/** A link in memory. */
export interface KnownLink extends LimitedLink {
  /** The cached response for visits that redirect to the link's own destination, as most do. */
  redirect?: Answer
  /** The click token key of its A/B test, set when first used. */
  tokenKey?: ClickTokenKey
  /** The link after its next scheduled change. Set when that change is due. */
  next?: KnownLink
}

/**
 * The link of a stored record, with the secrets of its test and its rules opened. Returns null if the destination is not valid in a
 * header. Such links are never stored; this is a second check.
 */
export function knownLink(record: LinkRecord, secretKeys: Pick<SecretKeys, 'open'>): KnownLink | null {
  if (locationValue(record.url) === null) return null
  return openRecord(record, secretKeys)
}

/** Whether a link has extra options, such as scheduled changes. */
export const isSpecial = (link: Resolution): link is KnownLink & SpecialLink =>
  link !== null && link !== 'deleted' && link.extras !== undefined

/** The link at this time. Returns another object if a scheduled change is due. */
export function currentLink<Found extends Resolution>(found: Found, now: number): Found | KnownLink {
  if (found === null || found === 'deleted') return found
  let link: KnownLink = found
  while (hasDueChange(link, now)) link = link.next ??= afterChange(link)
  return link
}

/** Leaves out the values that were cached for the earlier state. */
const afterChange = ({
  redirect: _redirect,
  tokenKey: _key,
  next: _next,
  reportedLimit: _limit,
  ...record
}: KnownLink) => afterNextChange(record)

/** The link; 'deleted' while Redis has its deletion mark; null if there is no such link. */
export type Resolution = KnownLink | 'deleted' | null

/** The response for a ruling; null if its destination is not valid in a header. */
export const answerOf = (
  link: KnownLink,
  ruling: Extract<Ruling, { kind: 'redirect' | 'card' | 'content' | 'app' }>,
): Answer | Page | null => (ruling.kind === 'redirect' ? redirectOf(link, ruling) : ruling.answer)

function redirectOf(link: KnownLink, ruling: Redirect): Answer | null {
  const isUsual = ruling.url === link.url && ruling.status === link.redirect_type && ruling.cookie === undefined
  if (!isUsual) return redirectAnswer(ruling)
  if (link.redirect !== undefined) return link.redirect
  const answer = redirectAnswer(ruling)
  if (answer !== null) link.redirect = answer
  return answer
}
