import { type QrContent, qrContent } from '#schemas/qr-content.ts'

export interface CheckedContent {
  /** As the server would keep it; null while something is wrong. */
  content: QrContent | null
  /** By the field's name. */
  errors: Record<string, string>
}

/** The server's own rules. They weigh more than the page: it loads them when it stands. */
export function checkContent(content: { content_type: string; content_data: unknown }): CheckedContent {
  const { success, data, error } = qrContent.safeParse(content)
  if (success) return { content: data, errors: {} }
  const found = error.issues.map(({ path, message }) => [path.slice(1).join('.'), message] as const)
  return { content: null, errors: Object.fromEntries(found.reverse()) }
}
