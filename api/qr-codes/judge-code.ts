import { ApiError, invalidField } from '#core/api-error.ts'
import { hasShortUrl } from '#model/qr-codes/describe-qr-code.ts'
import { type GenerateQrCodeBody } from '#schemas/qr-codes.ts'

/** Checks the rules between the fields of a new code. */
export function judgeNewCode(body: GenerateQrCodeBody): void {
  const { is_dynamic, save, password, expires_at } = body
  if (password && !is_dynamic) throw needsDynamic()
  if (expires_at) refusePast(expires_at)
  if (hasShortUrl(body)) {
    const field = is_dynamic ? 'is_dynamic' : 'tracking_enabled'
    if (!save) throw invalidField(field, 'Not allowed with `save: false`, because a temporary code has no short URL.')
    return
  }
  const stray = (['custom_alias', 'subdomain', 'branded_domain'] as const).find((field) => Boolean(body[field]))
  if (stray !== undefined)
    throw invalidField(stray, 'Requires a dynamic or tracked code, because other codes have no short URL.')
}

export const needsDynamic = () => invalidField('password', 'Requires a dynamic code.')

export function refusePast(expiresAt: Date): void {
  if (expiresAt.getTime() <= Date.now()) throw invalidField('expires_at', 'Must be in the future.')
}

export const shortUrlIsGone = () =>
  new ApiError('CONFLICT', 'The short URL of this QR code was deleted, so its content and password cannot be changed.')
