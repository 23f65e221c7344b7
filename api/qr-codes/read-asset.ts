import { z } from 'zod'
import { demand } from '#core/api-error.ts'
import { selectLogo } from '#model/qr-codes/assets.ts'
import { qrAssetParams } from '#schemas/qr-assets.ts'
import { endpoint } from '../frame/endpoint.ts'
import { FileReply } from '../frame/file-reply.ts'
import { noSuchAsset } from './delete-asset.ts'

export const readAsset = endpoint({
  method: 'GET',
  path: '/qr-assets/{id}/image',
  summary: 'Get the image of a logo',
  permission: 'read',
  params: qrAssetParams,
  reply: z.never(),
  files: ['image/png'],
  errors: ['NOT_FOUND'],
  async handle({ params, account, sql }) {
    const content = demand(await selectLogo(sql, account.id, params.id), noSuchAsset)
    // A logo never changes.
    const etag = `"${params.id}"`
    const make = () => Promise.resolve(content)
    return new FileReply({ media_type: 'image/png', filename: 'logo.png', disposition: 'inline', etag, make })
  },
})
