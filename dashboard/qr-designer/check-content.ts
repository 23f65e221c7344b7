import { describeIssue } from '#core/issue-messages.ts'
import { type QrContent, qrContent } from '#schemas/qr-content.ts'
import { errorAt } from '../api/failure.ts'

export interface CheckedContent {
  /** The content as the server would store it; null if there are errors. */
  content: QrContent | null
  /** Sentences by the name of the field. */
  errors: Record<string, string>
}

/** The rules of the server. They are larger than the page, so they load after it. */
export function checkContent(content: { content_type: string; content_data: unknown }): CheckedContent {
  const { success, data, error } = qrContent.safeParse(content, { error: describeIssue })
  if (success) return { content: data, errors: {} }
  const errors = error.issues.map(({ path, message }) => ({ field: path.slice(1).join('.'), message }))
  return { content: null, errors: Object.fromEntries(errors.map(({ field }) => [field, errorAt(errors, field) ?? ''])) }
}
