import type { HostRecord } from '#schemas/link-record.ts'
import { type Answer, redirectAnswer } from '../visit/answer.ts'
import { notFoundPage } from './pages.ts'

/** For a visit that leads nowhere: where the domain wants its visitors, else the page. */
export function notFoundAnswer(domain: HostRecord | null, path: string): Answer {
  const root = path === '/' ? domain?.root_redirect_url : null
  const url = root ?? domain?.not_found_url ?? null
  return (url === null ? null : redirectAnswer({ url, status: 302 })) ?? notFoundPage
}
