import type { HostRecord } from '#schemas/link-record.ts'
import { type Answer, redirectAnswer } from '../visit/answer.ts'
import { notFoundPage } from './pages.ts'

/** Redirects a visit without a link to the domain's fallback URL, if it has one. Otherwise shows the 404 page. */
export function notFoundAnswer(domain: HostRecord | null, path: string): Answer {
  const root = path === '/' ? domain?.root_redirect_url : null
  const url = root ?? domain?.not_found_url ?? null
  return (url === null ? null : redirectAnswer({ url, status: 302 })) ?? notFoundPage
}
