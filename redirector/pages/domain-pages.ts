import { expiredPage, notFoundPage, quarantinedPage, scheduledPage } from '#core/pages/visitor-pages.ts'
import { isScheduled } from '#core/visits/decide.ts'
import type { HostRecord } from '#schemas/link-record.ts'
import { type Answer, redirectAnswer } from '../visit/answer.ts'
import type { Resolution } from '../visit/known-link.ts'
import type { Page } from './page-answer.ts'

interface UnansweredVisit {
  path: string
  /** The link, if there is one that does not redirect. */
  link: Resolution
  now: number
}

/** What a visit without an active link counts as, and its response. */
type Unanswered = [counted: 'not-found' | 'quarantined', answer: Answer | Page]

/**
 * Redirects a visit without an active link to the domain's fallback URL, if it has one. Otherwise shows a 404 page. The root of a
 * domain in quarantine is like a link in quarantine.
 */
export function notFoundAnswer(domain: HostRecord | null, { path, link, now }: UnansweredVisit): Unanswered {
  if (path === '/' && domain?.quarantined === true) return ['quarantined', quarantinedPage]
  const root = path === '/' ? domain?.root_redirect_url : null
  const url = root ?? domain?.not_found_url ?? null
  const extras = link === null || link === 'deleted' ? undefined : link.extras
  const page = extras !== undefined && isScheduled(extras, now) ? scheduledPage : notFoundPage
  return ['not-found', (url === null ? null : redirectAnswer({ url, status: 302 })) ?? page]
}

/** Redirects to the URL for expired links, if there is one. Otherwise shows the expired page. */
export const expiredAnswer = (url: string | null): Answer | Page =>
  (url === null ? null : redirectAnswer({ url, status: 302 })) ?? expiredPage
