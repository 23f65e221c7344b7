import { ApiError, invalidField } from '#core/api-error.ts'
import { hasShortUrl } from '#model/qr-codes/describe-qr-code.ts'
import { type GenerateQrCodeBody } from '#schemas/qr-codes.ts'

/** Rules between the fields of a new code. */
export function judgeNewCode(body: GenerateQrCodeBody): void {
  const { is_dynamic, save, password, expires_at } = body
  if (password && !is_dynamic) throw needsDynamic()
  if (expires_at) refusePast(expires_at)
  if (hasShortUrl(body)) {
    const field = is_dynamic ? 'is_dynamic' : 'tracking_enabled'
    if (!save) throw invalidField(field, 'does not go with save: false, since a temporary code has no short URL')
    return
  }
  const stray = (['custom_alias', 'subdomain', 'branded_domain'] as const).find((field) => Boolean(body[field]))
  if (stray !== undefined) throw invalidField(stray, 'needs a dynamic or tracked code: others have no short URL')
}

export const needsDynamic = () =>
  invalidField('password', 'needs a dynamic code: a static one says itself what it says')

export function refusePast(expiresAt: Date): void {
  if (expiresAt.getTime() <= Date.now()) throw invalidField('expires_at', 'must be in the future')
}

export const shortUrlIsGone = () =>
  new ApiError('CONFLICT', 'The short URL of this QR code was deleted: nothing can be changed there any more')
