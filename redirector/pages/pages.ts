import { escapeHtml } from '#core/pages/escape-html.ts'
import { textPage } from '#core/pages/visitor-pages.ts'
import type { LinkExtras } from '#schemas/link-record.ts'
import { type Answer, headerValue } from '../visit/answer.ts'
import type { Page } from './page-answer.ts'

/** Seconds after which a visitor or load balancer may retry. */
const retryAfterSeconds = 2

const retryAfter = ['Retry-After', headerValue(String(retryAfterSeconds))] as const
const textHeaders = [
  ['Content-Type', headerValue('text/plain; charset=utf-8')],
  ['Cache-Control', headerValue('no-store')],
] as const

export const unavailablePage: Page = {
  ...textPage(
    503,
    'alert',
    'Temporarily unavailable',
    'This link can’t be opened right now. Try again in a few seconds.',
  ),
  headers: [retryAfter],
  isUrgent: true,
}

export const tooManyPage: Page = {
  ...textPage(
    429,
    'alert',
    'Too many attempts',
    'Too many links that do not exist were opened from your network. Wait a minute, then try again.',
  ),
  headers: [retryAfter],
  isUrgent: true,
}

export const tooManyPasswordsPage: Page = {
  ...textPage(429, 'lock', 'Too many wrong passwords', 'Wait a minute, then try again.'),
  headers: [retryAfter],
}

export const tooLargePage: Page = textPage(413, 'lock', 'Password too long', 'Go back and enter a shorter password.')

export const tooLargeReportPage: Page = textPage(413, 'alert', 'Report too long', 'Go back and shorten the details.')

export const tooSlowPage: Page = textPage(408, 'alert', 'The form did not arrive', 'Go back and send it again.')

/** The page from which social networks build a link preview. */
export function cardPage({ title, description, image_url }: NonNullable<LinkExtras['og']>): Page {
  const properties = { 'og:type': 'website', 'og:title': title, 'og:description': description, 'og:image': image_url }
  const tags = Object.entries(properties).map(
    ([name, content]) => content && `<meta property="${name}" content="${escapeHtml(content)}">\n`,
  )
  const size = image_url === null ? 'summary' : 'summary_large_image'
  return {
    status: 200,
    icon: 'link',
    title: title ?? 'Link',
    head: `${tags.filter(Boolean).join('')}<meta name="twitter:card" content="${size}">\n`,
    main: `<p>${escapeHtml(description ?? '')}</p>`,
  }
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

export function healthAnswer(status: number, report: unknown): Answer {
  return {
    status,
    headers: [
      ['Content-Type', headerValue('application/json')],
      ['Cache-Control', headerValue('no-store')],
    ],
    body: `${JSON.stringify(report)}\n`,
  }
}
