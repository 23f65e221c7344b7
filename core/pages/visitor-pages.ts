import { parseUrl } from '#schemas/parse-url.ts'
import { escapeHtml } from './escape-html.ts'
import type { PageIcon } from './page-icons.ts'
import type { VisitorPage } from './visitor-page.ts'

/** A page with one sentence. */
export const textPage = (status: number, icon: PageIcon, title: string, text: string): VisitorPage => ({
  status,
  icon,
  title,
  main: `<p>${escapeHtml(text)}</p>`,
})

export const notFoundPage = textPage(
  404,
  'search',
  'Link not found',
  'Check the link for typos, or ask the person who shared it for a new one.',
)

export const scheduledPage = textPage(
  404,
  'clock',
  'This link is not active yet',
  'The link is correct. Its owner has set a later start date, so try again later.',
)

export const expiredPage = textPage(
  410,
  'ended',
  'This link has expired',
  'Ask the person who shared it for a new one.',
)

/** Not 404 or 410, because the link exists and may redirect again; not 451, because no law demands it. */
export const quarantinedPage = textPage(
  403,
  'stop',
  'This link has been stopped',
  'The operator of this site has stopped this link because it may be harmful.',
)

const asksPassword = 'This link is password protected'
const wrongPassword = '<p role="alert">Wrong password. Try again.</p>'

export const lockedPage = passwordForm('', '')
const wrongPasswordPage = passwordForm(wrongPassword, '')

/** Most visitors of such a link have no referrer, and share one page. */
export const lockedPageFrom = (referrer: string): VisitorPage =>
  referrer === '' ? lockedPage : passwordForm('', referrer)

export const wrongPasswordPageFrom = (referrer: string): VisitorPage =>
  referrer === '' ? wrongPasswordPage : passwordForm(wrongPassword, referrer)

/**
 * The form posts to the URL of the page, including its query. It carries the page that the visitor came from, because the
 * browser sends no referrer with the form.
 */
function passwordForm(alert: string, referrer: string): VisitorPage {
  const hidden = referrer === '' ? '' : `<input type="hidden" name="referrer" value="${escapeHtml(referrer)}">\n`
  return {
    status: 401,
    icon: 'lock',
    title: asksPassword,
    main: `${alert}<form method="post">${hidden}<label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus autocomplete="off">
<button>Continue</button></form>`,
  }
}

/** Shows the destination of a link without redirecting. */
export function previewPage(url: string): VisitorPage {
  const shown = escapeHtml(url)
  return {
    status: 200,
    icon: 'link',
    title: 'Link preview',
    main: `<p>This link redirects to</p><p class="url">${hostOf(url)}${shown}</p><a class="button" href="${shown}" rel="noreferrer nofollow">Open link</a>`,
  }
}

/** The host in a separate line, because it tells visitors most. */
function hostOf(text: string): string {
  const url = parseUrl(text)
  return url === null ? '' : `<b>${escapeHtml(url.host)}</b>`
}

export const limitedPreviewPage = textPage(
  200,
  'link',
  'This link has a click limit',
  'Its destination can’t be previewed. Opening the link uses one of its clicks.',
)

export const lockedPreviewPage = textPage(200, 'lock', asksPassword, 'Enter the password to see its destination.')
