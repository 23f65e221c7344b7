import type { LinkExtras } from '#schemas/link-record.ts'
import { type Answer, headerValue, redirectAnswer } from '../visit/answer.ts'
import { escape, htmlDocument, htmlPage } from './html-page.ts'

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

/** Latecomers go where the link's owner wants them, else they are told. */
export const expiredAnswer = ({ url }: { url: string | null }): Answer =>
  (url === null ? null : redirectAnswer({ url, status: 302 })) ?? expiredPage

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

export const tooManyPasswordsPage: Answer = withRetry(
  htmlPage(429, 'Too many wrong passwords', 'Wait a minute, then try again.'),
)

export const tooLargePage = htmlPage(413, 'Too much', 'No password is as long as that.')

const asksPassword = 'This link asks for a password'

export const lockedPage = passwordForm('')
export const wrongPasswordPage = passwordForm('<p role="alert">That is not the password.</p>')

/** Posts to the address it came from, query and all. */
function passwordForm(alert: string): Answer {
  return htmlDocument({
    status: 401,
    title: asksPassword,
    forms: 'redirect',
    main: `${alert}<form method="post"><label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus autocomplete="off">
<button>Continue</button></form>`,
  })
}

/** Where a link leads, for those who look before they leap. */
export function previewPage(url: string): Answer {
  return htmlDocument({
    status: 200,
    title: 'Where this link leads',
    main: `<p>${escape(url)}</p><p><a href="${escape(url)}" rel="noreferrer nofollow">Go there</a></p>`,
  })
}

export const limitedPreviewPage = htmlPage(
  200,
  'This link has a click limit',
  'Open the link to see where it leads. That uses one of its clicks.',
)

export const lockedPreviewPage = htmlPage(200, asksPassword, 'Where it leads is shown to those who have the password.')

/** What social networks draw a card from. */
export function cardPage({ title, description, image_url }: NonNullable<LinkExtras['og']>): Answer {
  const properties = { 'og:type': 'website', 'og:title': title, 'og:description': description, 'og:image': image_url }
  const tags = Object.entries(properties).map(
    ([name, content]) => content && `<meta property="${name}" content="${escape(content)}">\n`,
  )
  const size = image_url === null ? 'summary' : 'summary_large_image'
  return htmlDocument({
    status: 200,
    title: title ?? 'Link',
    head: `${tags.filter(Boolean).join('')}<meta name="twitter:card" content="${size}">\n`,
    main: `<p>${escape(description ?? '')}</p>`,
  })
}

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
