import { escapeHtml } from './escape-html.ts'
import type { VisitorPage } from './visitor-page.ts'
import { textPage } from './visitor-pages.ts'

export const reportReasons = {
  phishing: 'Phishing or a fake site',
  malware: 'Malware or a bad download',
  spam: 'Spam or fraud',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof reportReasons

/** Also in the form. The rest of a longer note is cut off. */
export const longestNote = 500
const longestUrl = 2_048

interface ReportForm {
  url: string
  reason?: ReportReason
  note?: string
  /** What is wrong with what was sent. */
  problem?: string
}

/** The form posts to its own URL. It needs no cookie. */
export function reportPage({ url, reason: chosen, note = '', problem }: ReportForm): VisitorPage {
  const alert = problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`
  const choices = Object.entries(reportReasons).map(
    ([reason, name]) => `<option value="${reason}"${reason === chosen ? ' selected' : ''}>${escapeHtml(name)}</option>`,
  )
  return {
    status: problem === undefined ? 200 : 422,
    icon: 'alert',
    title: 'Report a link',
    hasForm: true,
    main: `<p>The operator of this site checks reports and can stop harmful links.</p>${alert}<form method="post">
<label for="url">Short link</label>
<input id="url" name="url" required maxlength="${longestUrl}" autocomplete="off" autocapitalize="none" spellcheck="false" value="${escapeHtml(url)}">
<label for="reason">Reason</label>
<select id="reason" name="reason">${choices.join('')}</select>
<label for="note">Details (optional)</label>
<textarea id="note" name="note" rows="3" maxlength="${longestNote}">${escapeHtml(note.slice(0, longestNote))}</textarea>
<button>Send report</button></form>`,
  }
}

export const emptyReportPage = reportPage({ url: '' })

export const reportedPage = textPage(200, 'alert', 'Thank you', 'The operator of this site will check the link.')

export const tooManyReportsPage = textPage(
  429,
  'alert',
  'Too many reports',
  'Too many reports were sent from your network. Try again in an hour.',
)

export const noReportsPage = textPage(
  503,
  'alert',
  'Reports can’t be stored right now',
  'Too many reports are waiting for the operator of this site. Try again tomorrow.',
)
