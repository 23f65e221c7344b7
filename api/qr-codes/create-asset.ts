import { ApiError, invalidField } from '#core/api-error.ts'
import { insertAsset, mostAssets } from '#model/qr-codes/assets.ts'
import { noWorker } from '#model/qr-codes/draw-image.ts'
import { encodeLogo, largestLogoBytes } from '#model/qr-codes/encode-logo.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createQrAssetBody, qrAsset } from '#schemas/qr-assets.ts'
import { endpoint } from '../frame/endpoint.ts'
import { describeAsset } from './list-assets.ts'

export const createAsset = endpoint({
  method: 'POST',
  path: '/qr-assets',
  summary: 'Upload a logo',
  description: 'Up to 1 MB, as JSON or as a file in a form. The image is re-encoded as PNG.',
  permission: 'write',
  body: createQrAssetBody,
  example: {
    name: 'Logo',
    content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
  uploads: 'small file',
  bodyLimit: 'upload',
  reply: qrAsset,
  status: 201,
  errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle({ body, account, sql, redis, qrQueue }) {
    const upload = Buffer.from(body.content, 'base64')
    if (upload.length > largestLogoBytes)
      throw new ApiError('PAYLOAD_TOO_LARGE', 'A logo can be at most 1 MB. Upload a smaller image.')
    const logo = await encodeLogo({ redis, qrQueue }, upload)
    if (logo.kind === 'unavailable') throw noWorker()
    if (logo.kind === 'refused') throw invalidField('content', logo.message)
    const { width, height, bytes: content } = logo
    const owned = { id: uuidv7(), account_id: account.id, name: body.name ?? null, mime_type: 'image/png' }
    const asset = await insertAsset(sql, { ...owned, width, height, content }, mostAssets)
    if (asset !== undefined) return describeAsset(asset)
    throw new ApiError('CONFLICT', `An account can have at most ${mostAssets} logos. Delete one first.`, {
      limit: mostAssets,
    })
  },
})
