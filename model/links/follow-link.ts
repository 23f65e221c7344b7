import { givenFields } from '#core/fields.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { FoundQrCode, QrCodeSettings } from '../qr-codes/qr-code-row.ts'
import { touchQrCode, writeQrCode } from '../qr-codes/write-qr-code.ts'
import type { Site } from './describe-link.ts'
import type { LinkRow } from './link-row.ts'
import type { LockedLink } from './locked-link.ts'
import type { LinkColumns } from './write-link.ts'

/** Why a change is refused while the link has a QR code or an A/B test. */
export interface Refusal {
  field: string
  message: string
}

/** A test that is not completed counts the clicks of its link. */
export function refuseForExperiment(
  { ab_test_id, tracking_enabled: before }: Pick<LockedLink, 'ab_test_id' | 'tracking_enabled'>,
  { tracking_enabled }: LinkColumns,
): Refusal | undefined {
  if (ab_test_id === null || !before || tracking_enabled !== false) return undefined
  return { field: 'tracking_enabled', message: 'Must stay on during an A/B test. Complete or delete the test first.' }
}

export function refuseForCode(
  { content, is_dynamic }: FoundQrCode,
  before: LinkRow,
  { code, url, tracking_enabled, schedules }: LinkColumns,
): Refusal | undefined {
  if (code !== undefined) {
    return {
      field: 'custom_alias',
      message: 'Cannot be changed because a QR code encodes it. First delete the code with keep_short_url=true.',
    }
  }
  const later = schedules?.findIndex(({ changes }) => changes.url !== undefined) ?? -1
  const moved = url !== undefined && url !== before.url ? 'url' : later >= 0 && `schedules.${later}.changes.url`
  if (moved !== false) {
    if (content.content_type !== 'url') {
      return {
        field: moved,
        message: `Cannot be changed because this short URL shows the page of a ${content.content_type} QR code. Update the code instead.`,
      }
    }
    if (!is_dynamic) return { field: moved, message: 'Cannot be changed because a static QR code encodes it.' }
  }
  if (tracking_enabled === false && !is_dynamic) {
    return {
      field: 'tracking_enabled',
      message: 'Must stay on because a static QR code uses this short URL to count scans.',
    }
  }
  return undefined
}

/** Applies a change of the short URL to its code, and announces it if the record of the code shows it. */
export async function followLink(tx: Tx, code: FoundQrCode, columns: LinkColumns, site: Site): Promise<void> {
  const settings = settingsIn(code, columns)
  if (Object.keys(settings).length > 0) await writeQrCode(tx, code, settings, site)
  else if (columns.is_active !== undefined || columns.password_hash !== undefined) {
    await touchQrCode(tx, code.id, site)
  }
}

/** The settings of a code that change with its short URL. The two share most of their fields. */
function settingsIn(
  { content: { content_type } }: FoundQrCode,
  { name, url, tags, campaign_id, expires_at, tracking_enabled }: LinkColumns,
): Partial<QrCodeSettings> {
  const content = content_type === 'url' && url !== undefined ? { content_type, content_data: { url } } : undefined
  const settings = { name, tags, campaign_id, expires_at, tracking_enabled, content }
  return givenFields(settings)
}
