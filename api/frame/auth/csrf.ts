import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '#core/api-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a page of ours knows and no other page can: made from the token in a cookie, so that nothing need be stored. */
export const csrfToken = (cookieToken: string): string =>
  createHmac('sha256', cookieToken).update('waymark csrf').digest('base64url')

interface Request {
  method: string
  headers: IncomingHttpHeaders
}

/** A request that a session's cookie came with must have been made by a page of ours, unless it only reads. */
export function refuseForgery({ method, headers }: Request, expected: string, baseUrl: string): void {
  if (safeMethods.has(method)) return
  if (originOf(headers, baseUrl) !== 'own') {
    throw new ApiError('FORBIDDEN', `A session acts from ${new URL(baseUrl).origin} only: Origin must name it`)
  }
  if (!isSameText(headers['x-csrf-token'], expected)) {
    throw new ApiError('FORBIDDEN', 'X-CSRF-Token is missing or wrong')
  }
}

/** The same for an HTML form. Where no header tells its origin, its hidden field alone does. */
export function refuseForgedForm(headers: IncomingHttpHeaders, field: unknown, expected: string, baseUrl: string) {
  refuseForeignForm(headers, baseUrl)
  if (!isSameText(field, expected)) {
    throw new ApiError('FORBIDDEN', 'This form is too old, or cookies are off. Open the page again and retry.')
  }
}

export function refuseForeignForm(headers: IncomingHttpHeaders, baseUrl: string): void {
  if (originOf(headers, baseUrl) !== 'foreign') return
  throw new ApiError('FORBIDDEN', `This form was not sent from a page of ours. Open ${baseUrl} and retry.`)
}

/** Browsers name the origin of every POST; Sec-Fetch-Site compares it with the address that was really asked. */
function originOf(headers: IncomingHttpHeaders, baseUrl: string): 'own' | 'foreign' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin === new URL(baseUrl).origin || site === 'same-origin') return 'own'
  return origin === undefined && site === undefined ? 'unknown' : 'foreign'
}

function isSameText(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
