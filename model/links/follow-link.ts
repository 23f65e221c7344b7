import { givenFields } from '#core/fields.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { FoundQrCode, QrCodeSettings } from '../qr-codes/qr-code-row.ts'
import { touchQrCode, writeQrCode } from '../qr-codes/write-qr-code.ts'
import type { Site } from './describe-link.ts'
import type { LinkRow } from './link-row.ts'
import type { LockedLink } from './lock-link.ts'
import type { LinkColumns } from './write-link.ts'

/** Why a link cannot change so, as long as a QR code leads to it or a test is made of it. */
export interface Refusal {
  field: string
  message: string
}

/** A test that is not completed counts by the clicks of its link. */
export function refuseForExperiment(
  { ab_test_id, tracking_enabled: before }: Pick<LockedLink, 'ab_test_id' | 'tracking_enabled'>,
  { tracking_enabled }: LinkColumns,
): Refusal | undefined {
  if (ab_test_id === null || !before || tracking_enabled !== false) return undefined
  return { field: 'tracking_enabled', message: 'is what its A/B test counts by: complete or delete that first' }
}

export function refuseForCode(
  { content, is_dynamic }: FoundQrCode,
  before: LinkRow,
  { code, url, tracking_enabled }: LinkColumns,
): Refusal | undefined {
  if (code !== undefined) {
    return { field: 'custom_alias', message: 'is drawn in a QR code; delete that first, with keep_short_url=true' }
  }
  if (url !== undefined && url !== before.url) {
    if (content.content_type !== 'url') {
      return { field: 'url', message: `does not go with the ${content.content_type} that its QR code shows` }
    }
    if (!is_dynamic) return { field: 'url', message: 'is that of a QR code that is not dynamic' }
  }
  if (tracking_enabled === false && !is_dynamic) {
    return { field: 'tracking_enabled', message: 'is what its QR code has a short URL for' }
  }
  return undefined
}

/** Carries a change of its short URL over to a code, and tells of it where the record of the code shows it. */
export async function followLink(tx: Tx, code: FoundQrCode, columns: LinkColumns, site: Site): Promise<void> {
  const settings = settingsIn(code, columns)
  if (Object.keys(settings).length > 0) await writeQrCode(tx, code, settings, site)
  else if (columns.is_active !== undefined || columns.password_hash !== undefined) {
    await touchQrCode(tx, code.id, site)
  }
}

/** What a change of its short URL changes of a code: most of the one stands in the other too. */
function settingsIn(
  { content: { content_type } }: FoundQrCode,
  { name, url, tags, campaign_id, expires_at, tracking_enabled }: LinkColumns,
): Partial<QrCodeSettings> {
  const content = content_type === 'url' && url !== undefined ? { content_type, content_data: { url } } : undefined
  const settings = { name, tags, campaign_id, expires_at, tracking_enabled, content }
  return givenFields(settings)
}
