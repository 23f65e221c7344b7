import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '#core/api-error.ts'
import { wrongToken } from '#schemas/session-refusals.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A token that only pages of this installation know: derived from the token in a cookie, so that nothing is stored. */
export const csrfToken = (cookieToken: string): string =>
  createHmac('sha256', cookieToken).update('waymark csrf').digest('base64url')

interface Request {
  method: string
  headers: IncomingHttpHeaders
}

/** Unless it only reads, a request with a session cookie must come from a page of this installation. */
export function refuseForgery({ method, headers }: Request, expected: string, baseUrl: string): void {
  if (safeMethods.has(method)) return
  if (originOf(headers, baseUrl) !== 'own') {
    throw new ApiError(
      'FORBIDDEN',
      `Requests with a session cookie must come from ${new URL(baseUrl).origin}. Elsewhere, use an API key.`,
    )
  }
  if (!isSameText(headers['x-csrf-token'], expected)) {
    throw new ApiError('FORBIDDEN', 'The X-CSRF-Token header is missing or wrong. Reload the page.', wrongToken)
  }
}

/** The same for an HTML form. If no header has its origin, the hidden field alone decides. */
export function refuseForgedForm(headers: IncomingHttpHeaders, field: unknown, expected: string, baseUrl: string) {
  refuseForeignForm(headers, baseUrl)
  if (!isSameText(field, expected)) {
    throw new ApiError('FORBIDDEN', 'This form has expired, or cookies are turned off. Reload the page and try again.')
  }
}

export function refuseForeignForm(headers: IncomingHttpHeaders, baseUrl: string): void {
  if (originOf(headers, baseUrl) !== 'foreign') return
  throw new ApiError('FORBIDDEN', `This form was sent from another site. Open ${baseUrl} and try again.`)
}

/** Browsers send the origin of every POST; Sec-Fetch-Site compares it with the requested host. */
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
