import { parseUrl } from '#schemas/parse-url.ts'

/** A validated header value. The transports require it, because not every server rejects CR and LF. */
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
export type HeaderList = readonly (readonly [HeaderName | SafetyHeader, HeaderValue])[]
type SafetyHeader = 'X-Content-Type-Options' | 'Referrer-Policy' | 'X-Robots-Tag'

export interface Answer {
  status: number
  headers: HeaderList
  body: string
  /** Status and headers as one string, cached by the transport for responses that are sent repeatedly. */
  head?: string
}

/** Responses to visits, by kind. */
export const noAnswers = {
  redirect: 0,
  'not-found': 0,
  expired: 0,
  quarantined: 0,
  locked: 0,
  card: 0,
  content: 0,
  app: 0,
  preview: 0,
  report: 0,
  unavailable: 0,
  'too-many': 0,
}

/** Without a limit, browsers cache a permanent redirect forever and never see an edited destination. */
const permanentSeconds = 90

/** Accepts visible ASCII characters and spaces. */
export function headerValue(text: string): HeaderValue {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new RangeError('the header value contains an invalid character')
  return text as HeaderValue
}

/** The URL as WHATWG serializes it, with bytes 0x21 to 0x7E only; null if it is not an http or https URL. */
export function locationValue(url: string): HeaderValue | null {
  const location = /^https?:\/\/[\x21-\x7e]+$/.test(url) ? url : serialize(url)
  return location as HeaderValue | null
}

function serialize(url: string): string | null {
  const href = parseUrl(url)?.href ?? ''
  return /^https?:\/\/[\x21-\x7e]+$/.test(href) ? href : null
}

const noStore = ['Cache-Control', headerValue('private, no-store')] as const
const keepShortly = ['Cache-Control', headerValue(`private, max-age=${permanentSeconds}`)] as const

/** A redirect to a destination. */
export interface Redirect {
  url: string
  /** 303 follows a POST: the form data is not sent to the destination. */
  status: 301 | 302 | 303 | 307 | 308
  cookie?: HeaderValue
  /** The variant of the A/B test that was chosen. */
  variant_id?: string
  /** The targeting rule that chose the destination. */
  rule_id?: string
  /** Asks search engines not to index the short link. */
  noindex?: true
}

/** A redirect that opens an app on Android. The URL is made by intentUrl(), from a valid URL and encoded text. */
export function intentAnswer(intent: string, status: number, headers: HeaderList): Answer {
  return { status, headers: [['Location', headerValue(intent)], noStore, ...headers], body: '' }
}

/** The response for a redirect; null if the destination is not valid in a header. */
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
