import type { Page } from '../pages/page-answer.ts'
import { tooLargePage, tooLargeReportPage, tooSlowPage } from '../pages/pages.ts'
import type { Exchange } from '../transport/exchange.ts'
import { within } from './unavailable.ts'

/** Fits the longest password and referrer, or the longest URL and note of a report, percent-encoded. */
const mostBytes = 16_384
const bodyDeadlineMs = 5_000

/** The submitted form, or the page for a body that is too long or does not arrive. */
export async function readForm(exchange: Exchange, isReport: boolean): Promise<URLSearchParams | Page> {
  const body = await within(bodyDeadlineMs, exchange.readBody(mostBytes)).catch(() => undefined)
  if (body === undefined) return tooSlowPage
  if (body === null) return isReport ? tooLargeReportPage : tooLargePage
  return new URLSearchParams(body)
}
