import type { Sql, Tx } from '#runtime/postgres.ts'
import type { QrSource } from '#schemas/qr-codes.ts'
import type { QrContent } from '#schemas/qr-content.ts'
import type { ScanCheck, VisualSettings } from '#schemas/qr-settings.ts'
import { firstOwner } from '../accounts/memberships.ts'
import type { LinkDomain } from '../links/describe-link.ts'

/** Columns of a code that the owner sets. */
export interface QrCodeSettings {
  name: string | null
  content: QrContent
  visual_settings: VisualSettings
  tracking_enabled: boolean
  campaign_id: string | null
  tags: string[]
  expires_at: Date | null
  scan_check: ScanCheck
}

/** The short URL of a code. */
interface CodesLink {
  code: string
  domain: LinkDomain
  is_active: boolean
  is_locked: boolean
}

/** A code as the statements here return it. */
export interface FoundQrCode extends QrCodeSettings {
  id: string
  account_id: string
  user_id: string
  payload: string
  is_dynamic: boolean
  link_id: string | null
  source: QrSource
  scans: number
  last_scanned_at: Date | null
  link: CodesLink | null
  created_at: Date
  updated_at: Date
  /** Changes with every change of the row. */
  version: string
}

/** If the account has no owner, the account itself: the record of every code has an owner. */
export const qrCodeColumns = (sql: Sql | Tx) => sql`
  qr_codes.id, qr_codes.account_id, qr_codes.name, qr_codes.payload, qr_codes.visual_settings, qr_codes.is_dynamic,
  qr_codes.tracking_enabled, qr_codes.link_id, qr_codes.campaign_id, qr_codes.tags, qr_codes.expires_at,
  qr_codes.source, qr_codes.scan_check, qr_codes.created_at, qr_codes.updated_at, qr_codes.xmin::text as version,
  jsonb_build_object('content_type', qr_codes.content_type, 'content_data', qr_codes.content_data) as content,
  coalesce(
    ${firstOwner(sql, sql`qr_codes.account_id`)},
    qr_codes.account_id
  ) as user_id,
  coalesce(qr_counts.scans, 0) as scans, qr_counts.last_scanned_at,
  case when links.id is not null then
    jsonb_build_object(
      'code', links.code,
      'domain', jsonb_build_object('id', domains.id, 'type', domains.type, 'host', domains.host),
      'is_active', links.is_active and links.trashed_at is null and links.quarantined_at is null,
      'is_locked', links.password_hash is not null)
  end as link`

export const qrCodeSource = (sql: Sql | Tx) => sql`
  qr_codes
  left join qr_counts on qr_counts.qr_code_id = qr_codes.id
  left join links on links.id = qr_codes.link_id
  left join domains on domains.id = links.domain_id`

/** Settings as columns. */
export function qrCodeColumnsOf(tx: Tx, { content, visual_settings, scan_check, ...columns }: Partial<QrCodeSettings>) {
  return {
    ...columns,
    ...(content !== undefined && {
      content_type: content.content_type,
      content_data: tx.json(content.content_data),
      content_text: searchableText(content),
    }),
    ...(visual_settings !== undefined && {
      visual_settings: tx.json(visual_settings),
      logo_asset_id: visual_settings.logo?.asset_id ?? null,
    }),
    ...(scan_check !== undefined && { scan_check: tx.json(scan_check) }),
  }
}

/** Every value of the content except a password, one per line. */
export function searchableText({ content_data }: QrContent): string {
  const { password: _, ...values } = { password: undefined, ...content_data }
  return valuesIn(values).join('\n')
}

function valuesIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesIn)
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}
