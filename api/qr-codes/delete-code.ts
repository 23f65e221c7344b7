import { ApiError, badRequest } from '#core/api-error.ts'
import { deleteQrCode } from '#model/qr-codes/delete-qr-code.ts'
import type { FoundQrCode } from '#model/qr-codes/qr-code-row.ts'
import { findOwnCode, noSuchCode } from '#model/qr-codes/read-qr-code.ts'
import { done } from '#schemas/envelope.ts'
import { deleteQrCodeQuery, qrCodeParams } from '#schemas/qr-codes.ts'
import { endpoint } from '../frame/endpoint.ts'

/** Tries before a deletion gives up because of concurrent changes. */
const mostTries = 5

export const deleteCode = endpoint({
  method: 'DELETE',
  path: '/qr-codes/{id}',
  summary: 'Delete a QR code',
  description: 'Also deletes its short URL unless `keep_short_url=true`.',
  permission: 'delete',
  params: qrCodeParams,
  query: deleteQrCodeQuery,
  reply: done,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, query, reach, sql, redis, config, log }) {
    for (let tries = 0; tries < mostTries; tries++) {
      const code = await findOwnCode(sql, reach, params.id)
      if (query.keep_short_url) refuseEmptyPage(code)
      const outcome = await deleteQrCode({ sql, redis, config, log }, code, query)
      if (outcome === 'deleted') return { message: 'QR code deleted' }
      if (outcome === 'not-found') throw noSuchCode()
    }
    throw new ApiError('CONFLICT', 'This QR code is being changed by another request. Try again.')
  },
})

/** The page at the short URL belongs to the code: without the code, the short URL would redirect to itself. */
function refuseEmptyPage({ link, content }: FoundQrCode): void {
  if (link === null || content.content_type === 'url') return
  throw badRequest(
    `\`keep_short_url\` is not allowed for ${content.content_type} codes, because their page is deleted with the code.`,
  )
}
