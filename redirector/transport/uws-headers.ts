import type { VisitHeader } from './exchange.ts'

/** What is read here of a request of uWebSockets.js. */
interface Headers {
  /** The first header of that name. */
  getHeader(name: string): string
  forEach(read: (name: string, value: string) => void): void
}

/** Listed one by one: a loop over header names takes twice as long. */
export const readHeaders = (req: Headers): Record<VisitHeader, string> => ({
  host: req.getHeader('host'),
  'user-agent': req.getHeader('user-agent'),
  'accept-language': req.getHeader('accept-language'),
  referer: req.getHeader('referer'),
  'sec-purpose': req.getHeader('sec-purpose'),
  purpose: req.getHeader('purpose'),
  'sec-fetch-site': req.getHeader('sec-fetch-site'),
  cookie: req.getHeader('cookie'),
})

/**
 * A proxy may add a line instead of appending to the existing one (HAProxy's option forwardfor). The first line is then
 * the visitor's own, and getHeader would return only that.
 */
export function joinForwardedFor(req: Headers): string {
  let joined = ''
  req.forEach((name, value) => {
    if (name === 'x-forwarded-for') joined += joined === '' ? value : `,${value}`
  })
  return joined
}

/**
 * The parser believes the first of several lengths. A proxy that believes the last would take what follows for the visitor's
 * body, and its response for that of the next visitor. A usual GET pays 0.1 µs for a header that it does not have.
 */
export function hasSeveralLengths(req: Headers, method: string): boolean {
  if (method !== 'POST' && req.getHeader('content-length') === '') return false
  let lengths = 0
  req.forEach((name) => {
    if (name === 'content-length') lengths++
  })
  return lengths > 1
}
