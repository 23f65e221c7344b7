import { createHash } from 'node:crypto'
import { z } from 'zod'
import { payloadOf } from '#model/qr-codes/describe-qr-code.ts'
import { drawImage, extensions, imageTypes } from '#model/qr-codes/draw-image.ts'
import { findOwnCode } from '#model/qr-codes/read-qr-code.ts'
import { mediaTypes } from '#schemas/qr-choices.ts'
import { qrCodeParams, qrImageQuery } from '#schemas/qr-codes.ts'
import { endpoint } from '../frame/endpoint.ts'
import { FileReply } from '../frame/file-reply.ts'

/** Increased with every change to how codes are drawn, so that clients discard cached images. */
const drawingVersion = 1

export const readImage = endpoint({
  method: 'GET',
  path: '/qr-codes/{id}/image',
  summary: 'Get the image of a QR code',
  description: 'Also works for expired codes.',
  permission: 'read',
  params: qrCodeParams,
  query: qrImageQuery,
  reply: z.never(),
  files: imageTypes,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
  async handle({ params, query, account, reach, sql, redis, qrQueue, config }) {
    const code = await findOwnCode(sql, reach, params.id)
    const { format, size = code.visual_settings.size } = query
    const payload = payloadOf(code, config)
    const settings = code.visual_settings
    const drawing = { account_id: account.id, payload, settings, format, size }
    return new FileReply({
      media_type: mediaTypes[format],
      filename: `${code.name ?? 'qr-code'}.${extensions[format]}`,
      disposition: 'inline',
      etag: tagOf(drawing),
      make: async () => (await drawImage({ sql, redis, qrQueue }, drawing)).bytes,
    })
  },
})

const tagOf = (drawing: object): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([drawingVersion, drawing]))
    .digest('base64url')
    .slice(0, 27)}"`
