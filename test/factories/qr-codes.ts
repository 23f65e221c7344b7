import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import type { TestAccount } from './account.ts'

interface GivenCode {
  name?: string | null
  content_type?: string
  content_data?: Record<string, string | number | boolean>
  is_dynamic?: boolean
  tracking_enabled?: boolean
  link_id?: string | null
  campaign_id?: string | null
  tags?: string[]
  expires_at?: Date | null
  created_at?: Date
  /** Counts, as the click workers store them. */
  scans?: number
  last_scanned_at?: Date
}

/** Inserts a QR code directly into Postgres: a static one for a web page, except for the given fields. */
export async function createQrCode(
  sql: Sql,
  account: TestAccount,
  { scans, last_scanned_at, content_data = { url: 'https://example.com/page' }, ...given }: GivenCode = {},
): Promise<{ id: string }> {
  const id = uuidv7()
  const code = {
    id,
    account_id: account.id,
    content_type: 'url',
    content_data: sql.json(content_data),
    payload: 'https://example.com/page',
    visual_settings: sql.json(visualSettings.parse({})),
    scan_check: sql.json({ ok: true, score: 100, warnings: [] }),
    ...given,
  }
  await sql`insert into qr_codes ${sql(code)}`
  if (scans !== undefined) {
    await sql`
      insert into qr_counts (qr_code_id, scans, last_scanned_at)
      values (${id}, ${scans}, ${last_scanned_at ?? new Date()})`
  }
  return { id }
}

/** A single pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export async function createLogo(sql: Sql, account: TestAccount): Promise<{ id: string }> {
  const id = uuidv7()
  await sql`
    insert into qr_assets (id, account_id, mime_type, width, height, content)
    values (${id}, ${account.id}, 'image/png', 1, 1, ${logo})`
  return { id }
}
