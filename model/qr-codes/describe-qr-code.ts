import { levelOf } from '#core/qr/logo-rules.ts'
import type { QrCode, QrCodeStatus } from '#schemas/qr-codes.ts'
import { type Site, shortUrlOf } from '../links/describe-link.ts'
import type { FoundQrCode } from './qr-code-row.ts'

/** The part of a code that temporary codes have too. */
export type DescribedQrCode = Omit<FoundQrCode, 'account_id' | 'version'>

/** The record of a QR code in the API and in webhooks. */
export function describeQrCode(code: DescribedQrCode, site: Site, now: number): QrCode {
  return {
    id: code.id,
    user_id: code.user_id,
    ...(code.name !== null && { name: code.name }),
    content_type: code.content.content_type,
    content_data: code.content.content_data,
    visual_settings: code.visual_settings,
    error_correction: levelOf(code.visual_settings),
    is_dynamic: code.is_dynamic,
    tracking_enabled: code.tracking_enabled,
    ...(code.link_id !== null && { short_url_id: code.link_id }),
    short_url: code.link === null ? null : shortUrlOf(site, code.link.domain, code.link.code),
    scan_count: code.scans,
    ...(code.last_scanned_at && { last_scanned_at: code.last_scanned_at.toISOString() }),
    expires_at: code.expires_at?.toISOString() ?? null,
    is_password_protected: code.link?.is_locked === true,
    status: statusOf(code, now),
    campaign_id: code.campaign_id,
    tags: code.tags,
    source: code.source,
    scan_check: code.scan_check,
    created_at: code.created_at.toISOString(),
    updated_at: code.updated_at.toISOString(),
  }
}

/** Dynamic and tracked codes have their own short URL; other codes encode their content. */
export const hasShortUrl = ({ is_dynamic, tracking_enabled }: Pick<FoundQrCode, 'is_dynamic' | 'tracking_enabled'>) =>
  is_dynamic || tracking_enabled

type Drawn = Pick<FoundQrCode, 'link' | 'payload'>

/** The current payload of the code. If its short URL was deleted, the payload of printed codes. */
export const payloadOf = ({ link, payload }: Drawn, site: Site): string =>
  link === null ? payload : shortUrlOf(site, link.domain, link.code)

/** The first matching status. The list of codes must filter in the same order. */
function statusOf(code: DescribedQrCode, now: number): QrCodeStatus {
  if (code.expires_at !== null && code.expires_at.getTime() <= now) return 'expired'
  return code.link?.is_active === false || isOrphaned(code) ? 'disabled' : 'active'
}

const isOrphaned = (code: DescribedQrCode) => code.link === null && hasShortUrl(code)
