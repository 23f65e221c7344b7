import { expiredPage, notFoundPage, scheduledPage } from '#core/pages/visitor-pages.ts'
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

/** Redirects a visit without an active link to the domain's fallback URL, if it has one. Otherwise shows a 404 page. */
export function notFoundAnswer(domain: HostRecord | null, { path, link, now }: UnansweredVisit): Answer | Page {
  const root = path === '/' ? domain?.root_redirect_url : null
  const url = root ?? domain?.not_found_url ?? null
  const extras = link === null || link === 'deleted' ? undefined : link.extras
  const page = extras !== undefined && isScheduled(extras, now) ? scheduledPage : notFoundPage
  return (url === null ? null : redirectAnswer({ url, status: 302 })) ?? page
}

/** Redirects to the URL for expired links, if there is one. Otherwise shows the expired page. */
export const expiredAnswer = (url: string | null): Answer | Page =>
  (url === null ? null : redirectAnswer({ url, status: 302 })) ?? expiredPage
