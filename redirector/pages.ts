import { type Answer, headerValue } from './answer.ts'
import { htmlPage } from './html-page.ts'

/** Seconds after which a visitor, or a balancer, may ask again. */
const retryAfterSeconds = 2

const retryAfter = ['Retry-After', headerValue(String(retryAfterSeconds))] as const
const textHeaders = [
  ['Content-Type', headerValue('text/plain; charset=utf-8')],
  ['Cache-Control', headerValue('no-store')],
] as const

export const notFoundPage = htmlPage(
  404,
  'This link leads nowhere',
  'Nothing is stored under this address. Check it for a missing or mistyped letter.',
)

export const expiredPage = htmlPage(410, 'This link has expired', 'Its owner let it end. Ask them for a new one.')

export const unavailablePage: Answer = withRetry(
  htmlPage(503, 'Not reachable for a moment', 'This link cannot be looked up right now. Try again in a few seconds.'),
)

export const tooManyPage: Answer = withRetry(
  htmlPage(
    429,
    'Too many unknown links',
    'Many addresses that lead nowhere were opened from here. Wait a minute and try again.',
  ),
)

export const methodNotAllowed: Answer = {
  status: 405,
  headers: [...textHeaders, ['Allow', headerValue('GET, HEAD')]],
  body: 'Method not allowed\n',
}

/** Search engines may follow short links; there is nothing else to find here. */
export const robots: Answer = { status: 200, headers: textHeaders, body: 'User-agent: *\nDisallow:\n' }

export const favicon: Answer = {
  status: 200,
  headers: [
    ['Content-Type', headerValue('image/svg+xml')],
    ['Cache-Control', headerValue('public, max-age=86400')],
  ],
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#2563eb"/><path d="M5 11 11 5M6 5h5v5" fill="none" stroke="#fff" stroke-width="1.6"/></svg>',
}

export function healthAnswer(ok: boolean, report: unknown): Answer {
  return {
    status: ok ? 200 : 503,
    headers: [
      ['Content-Type', headerValue('application/json')],
      ['Cache-Control', headerValue('no-store')],
    ],
    body: `${JSON.stringify(report)}\n`,
  }
}

function withRetry(answer: Answer): Answer {
  return { ...answer, headers: [...answer.headers, retryAfter] }
}
