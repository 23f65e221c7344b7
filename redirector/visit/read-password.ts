import type { Page } from '../pages/page-answer.ts'
import { tooLargePage, tooSlowPage } from '../pages/pages.ts'
import type { Exchange } from '../transport/exchange.ts'
import { within } from './unavailable.ts'

/** Fits a form with the longest password, percent-encoded. */
const bodyMostBytes = 4_096
const bodyDeadlineMs = 5_000

/** The submitted password, or the page for a body that is too long or does not arrive. */
export async function readPassword(exchange: Exchange): Promise<string | Page> {
  const body = await within(bodyDeadlineMs, exchange.readBody(bodyMostBytes)).catch(() => undefined)
  if (body === undefined) return tooSlowPage
  return body === null ? tooLargePage : (new URLSearchParams(body).get('password') ?? '')
}
