import { buildPayload } from '#core/qr/content.ts'
import type { QrContent } from '#schemas/qr-content.ts'
import { type Answer, headerValue } from '../visit/answer.ts'

/** Returns null if the content cannot be saved as a file. */
export function contentFile(content: QrContent): Answer | null {
  if (content.content_type !== 'vcard') return null
  return {
    status: 200,
    headers: [
      ['Content-Type', headerValue('text/vcard; charset=utf-8')],
      ['Content-Disposition', headerValue('attachment; filename="contact.vcf"')],
      ['Cache-Control', headerValue('private, no-store')],
      ['X-Content-Type-Options', headerValue('nosniff')],
      ['X-Robots-Tag', headerValue('noindex')],
    ],
    body: buildPayload(content),
  }
}
