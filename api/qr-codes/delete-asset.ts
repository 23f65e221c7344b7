import { ApiError } from '#core/api-error.ts'
import { removeAsset } from '#model/qr-codes/assets.ts'
import { violates } from '#runtime/postgres.ts'
import { done } from '#schemas/envelope.ts'
import { qrAssetParams } from '#schemas/qr-assets.ts'
import { endpoint } from '../frame/endpoint.ts'

export const deleteAsset = endpoint({
  method: 'DELETE',
  path: '/qr-assets/{id}',
  summary: 'Delete a logo',
  description: 'Remove the logo from all QR codes and domains first.',
  permission: 'delete',
  params: qrAssetParams,
  reply: done,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, account, sql }) {
    if (!(await sql.begin((tx) => removeAsset(tx, account.id, params.id)).catch(refuseUsed))) throw noSuchAsset()
    return { message: 'Logo deleted' }
  },
})

export const noSuchAsset = () => new ApiError('NOT_FOUND', 'Logo not found.')

function refuseUsed(error: unknown): never {
  if (violates(error, 'domains_brand_logo_id_fkey'))
    throw new ApiError('CONFLICT', 'This logo is used by a domain. Remove it from the domain first.')
  if (!violates(error, 'qr_codes_logo_asset_id_fkey')) throw error
  throw new ApiError('CONFLICT', 'This logo is used by QR codes. Remove it from them first.')
}
