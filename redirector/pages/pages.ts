import type { LinkExtras } from '#schemas/link-record.ts'
import { type Answer, headerValue, redirectAnswer } from '../visit/answer.ts'
import { escape, htmlDocument, htmlPage } from './html-page.ts'

/** Seconds after which a visitor or load balancer may retry. */
const retryAfterSeconds = 2

const retryAfter = ['Retry-After', headerValue(String(retryAfterSeconds))] as const
const textHeaders = [
  ['Content-Type', headerValue('text/plain; charset=utf-8')],
  ['Cache-Control', headerValue('no-store')],
] as const

export const notFoundPage = htmlPage(
  404,
  'Link not found',
  'Check the link for typos, or ask the person who shared it for a new one.',
)

export const expiredPage = htmlPage(410, 'This link has expired', 'Ask the person who shared it for a new one.')

/** Redirects to the URL for expired links, if there is one. Otherwise shows the expired page. */
export const expiredAnswer = ({ url }: { url: string | null }): Answer =>
  (url === null ? null : redirectAnswer({ url, status: 302 })) ?? expiredPage

export const unavailablePage: Answer = withRetry(
  htmlPage(503, 'Temporarily unavailable', 'This link can’t be opened right now. Try again in a few seconds.'),
)

export const tooManyPage: Answer = withRetry(
  htmlPage(
    429,
    'Too many attempts',
    'Too many links that do not exist were opened from your network. Wait a minute, then try again.',
  ),
)

export const tooManyPasswordsPage: Answer = withRetry(
  htmlPage(429, 'Too many wrong passwords', 'Wait a minute, then try again.'),
)

export const tooLargePage = htmlPage(413, 'Password too long', 'Go back and enter a shorter password.')

const asksPassword = 'This link is password protected'

export const lockedPage = passwordForm('')
export const wrongPasswordPage = passwordForm('<p role="alert">Wrong password. Try again.</p>')

/** The form posts to the URL of the page, including its query. */
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

/** Shows the destination of a link without redirecting. */
export function previewPage(url: string): Answer {
  return htmlDocument({
    status: 200,
    title: 'Link preview',
    main: `<p>This link redirects to ${escape(url)}</p><p><a href="${escape(url)}" rel="noreferrer nofollow">Open link</a></p>`,
  })
}

export const limitedPreviewPage = htmlPage(
  200,
  'This link has a click limit',
  'Its destination can’t be previewed. Opening the link uses one of its clicks.',
)

export const lockedPreviewPage = htmlPage(200, asksPassword, 'Enter the password to see its destination.')

/** The page from which social networks build a link preview. */
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

/** Search engines may follow short links. There is no other content. */
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
