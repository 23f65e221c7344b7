import { ApiError } from '#core/api-error.ts'
import { describeQrCode } from '#model/qr-codes/describe-qr-code.ts'
import { findOwnCode } from '#model/qr-codes/read-qr-code.ts'
import { qrCodeParams, qrCodeReply } from '#schemas/qr-codes.ts'
import { endpoint } from '../frame/endpoint.ts'

const foreign = () => new ApiError('ACCESS_DENIED', 'This QR code belongs to another account.')

export const getCode = endpoint({
  method: 'GET',
  path: '/qr-codes/{id}',
  summary: 'Get a QR code',
  description: 'An expired QR code returns 410.',
  permission: 'read',
  params: qrCodeParams,
  reply: qrCodeReply,
  errors: ['ACCESS_DENIED', 'NOT_FOUND', 'RESOURCE_EXPIRED'],
  async handle({ params, reach, sql, config }) {
    const code = describeQrCode(await findOwnCode(sql, reach, params.id, foreign), config, Date.now())
    if (code.status === 'expired')
      throw new ApiError('RESOURCE_EXPIRED', 'This QR code has expired. To reactivate it, change `expires_at`.')
    return { qrCode: code }
  },
})
