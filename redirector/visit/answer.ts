import { parseUrl } from '#schemas/parse-url.ts'

/** A header value that was checked: the transports take no other, since not every server refuses CR and LF by itself. */
export type HeaderValue = string & { readonly checked: unique symbol }
type HeaderName =
  | 'Location'
  | 'Cache-Control'
  | 'Content-Type'
  | 'Content-Security-Policy'
  | 'Retry-After'
  | 'Allow'
  | 'Set-Cookie'
  | 'Content-Disposition'
type HeaderList = readonly (readonly [HeaderName | SafetyHeader, HeaderValue])[]
type SafetyHeader = 'X-Content-Type-Options' | 'Referrer-Policy' | 'X-Robots-Tag'

export interface Answer {
  status: number
  headers: HeaderList
  body: string
  /** Status and headers as one text, where a transport has made it: answers that are given again and again keep it. */
  head?: string
}

/** Browsers keep a permanent redirect for ever unless told otherwise; then no edit of the link would reach them. */
const permanentSeconds = 90

/** Visible ASCII and the space. */
export function headerValue(text: string): HeaderValue {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new RangeError('a header value holds a byte that headers must not carry')
  return text as HeaderValue
}

/** The address as WHATWG URL spells it, in the bytes 0x21 to 0x7E only; null where that is not an http or https address. */
export function locationValue(url: string): HeaderValue | null {
  const location = /^https?:\/\/[\x21-\x7e]+$/.test(url) ? url : serialise(url)
  return location as HeaderValue | null
}

function serialise(url: string): string | null {
  const href = parseUrl(url)?.href ?? ''
  return /^https?:\/\/[\x21-\x7e]+$/.test(href) ? href : null
}

const noStore = ['Cache-Control', headerValue('private, no-store')] as const
const keepShortly = ['Cache-Control', headerValue(`private, max-age=${permanentSeconds}`)] as const

/** Where a visitor is sent, and how. */
export interface Redirect {
  url: string
  /** 303 ends a POST: what was posted is not sent on. */
  status: 301 | 302 | 303 | 307 | 308
  cookie?: HeaderValue
  /** Of the test that led there. */
  variant_id?: string
  /** Search engines are asked to leave the short URL out. */
  noindex?: true
}

/** The answer that carries a redirect out; null where the destination is no address that may stand in a header. */
export function redirectAnswer({ url, status, cookie, noindex }: Redirect): Answer | null {
  const location = locationValue(url)
  if (location === null) return null
  const permanent = status === 301 || status === 308
  const caching = permanent ? keepShortly : noStore
  const headers: HeaderList[number][] = [['Location', location], caching]
  if (cookie !== undefined) headers.push(['Set-Cookie', cookie])
  if (noindex) headers.push(['X-Robots-Tag', headerValue('noindex')])
  return { status, headers, body: '' }
}
