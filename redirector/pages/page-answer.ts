import { createHash } from 'node:crypto'
import { colorStyle, pageStyle } from '#core/pages/page-style.ts'
import { type PageBrand, pageDocument, type VisitorPage } from '#core/pages/visitor-page.ts'
import { type Answer, type HeaderList, headerValue } from '../visit/answer.ts'

/** A page before it gets the brand of its domain. */
export interface Page extends VisitorPage {
  /** Headers in addition to those of all pages. */
  headers?: HeaderList
  /** Shown instead of something else that failed, so it takes the brand only if that is in memory. */
  isUrgent?: true
}

export const isPage = (answer: Answer | Page): answer is Page => 'main' in answer

/** Rendered once, because guessed links show them. */
const plainAnswers = new WeakMap<Page, Answer>()

/** A page without further requests: only styles and scripts that the policy allows by their hashes, and usually no script. */
export function pageAnswer(page: Page, brand: PageBrand | null): Answer {
  if (brand !== null && !isEmpty(brand)) return render(page, brand)
  const known = plainAnswers.get(page)
  if (known !== undefined) return known
  const answer = render(page, null)
  plainAnswers.set(page, answer)
  return answer
}

/** Domains without a brand, and the base domain, have a record all the same. */
const isEmpty = ({ name, color, logo }: PageBrand): boolean => name === null && color === null && logo === null

function render(page: Page, brand: PageBrand | null): Answer {
  const color = brand?.color ?? null
  const style = color === null ? null : colorStyle(color)
  const forms = page.status === 401 ? passwordTargets : page.hasForm === true ? "'self'" : "'none'"
  const policy = policyOf(style, { forms, hasLogo: (brand?.logo ?? null) !== null, ...page })
  return {
    status: page.status,
    headers: [
      ['Content-Type', htmlType],
      ['Content-Security-Policy', headerValue(policy)],
      ...safetyHeaders,
      ...(page.headers ?? []),
    ],
    body: pageDocument(page, brand, style),
  }
}

const htmlType = headerValue('text/html; charset=utf-8')
const safetyHeaders: HeaderList = [
  ['Cache-Control', headerValue('private, no-store')],
  ['X-Content-Type-Options', headerValue('nosniff')],
  ['Referrer-Policy', headerValue('no-referrer')],
  ['X-Robots-Tag', headerValue('noindex')],
]

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
const pageStyleHash = hashOf(pageStyle)

/**
 * The form of a password posts to its own URL, and the response redirects to any destination, or on Android to an app.
 * Browsers apply form-action to that redirect as well. All links have the same list, which reveals nothing of the destination.
 */
const passwordTargets = "'self' http: https: intent:"

function policyOf(
  style: string | null,
  { forms, hasLogo, script }: { forms: string; hasLogo: boolean; script?: string },
): string {
  const styles = style === null ? pageStyleHash : `${pageStyleHash} ${hashOf(style)}`
  const scripts = script === undefined ? '' : `script-src ${hashOf(script)}; `
  const images = hasLogo ? 'img-src data:; ' : ''
  return `default-src 'none'; style-src ${styles}; ${scripts}${images}base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`
}
