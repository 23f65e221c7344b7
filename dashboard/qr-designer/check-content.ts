import type { z } from 'zod'
import { type QrContent, qrContent } from '#schemas/qr-content.ts'
import { errorAt } from '../api/failure.ts'

export interface CheckedContent {
  /** The content as the server would store it; null if there are errors. */
  content: QrContent | null
  /** Sentences by the name of the field. */
  errors: Record<string, string>
}

/** For what the rules have no message: missing fields, and the numbers of a location. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'Required.'
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}.`
  return issue.code === 'too_big' ? `Must be at most ${issue.maximum}.` : 'Enter a number.'
}

/** The rules of the server. They are larger than the page, so they load after it. */
export function checkContent(content: { content_type: string; content_data: unknown }): CheckedContent {
  const { success, data, error } = qrContent.safeParse(content, { error: describeIssue })
  if (success) return { content: data, errors: {} }
  const errors = error.issues.map(({ path, message }) => ({ field: path.slice(1).join('.'), message }))
  return { content: null, errors: Object.fromEntries(errors.map(({ field }) => [field, errorAt(errors, field) ?? ''])) }
}
