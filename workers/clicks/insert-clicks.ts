import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { ClickRow } from '#schemas/clicks.ts'

/** Every column of the table, in the order of the insert. */
const columns = Object.keys({
  account_id: true,
  link_id: true,
  clicked_at: true,
  click_id: true,
  batch_id: true,
  qr_code_id: true,
  test_id: true,
  variant_id: true,
  visitor_id: true,
  traffic: true,
  bot_reason: true,
  country_code: true,
  country: true,
  region: true,
  city: true,
  device_type: true,
  browser: true,
  browser_version: true,
  os: true,
  os_version: true,
  language: true,
  referrer: true,
  referrer_domain: true,
  source: true,
  utm_source: true,
  utm_medium: true,
  utm_campaign: true,
  utm_term: true,
  utm_content: true,
  destination_url: true,
} satisfies Record<keyof ClickRow, true>) as (keyof ClickRow)[]

/** Under one token the rows are stored once, however often this is called. The signal ends the try. */
export async function insertClicks(
  ch: ClickHouse,
  rows: readonly ClickRow[],
  options: { token: string; signal: AbortSignal },
): Promise<void> {
  options.signal.throwIfAborted()
  if (rows.length === 0) return
  await ch.insert(
    'clicks',
    columns,
    rows.map((row) => columns.map((column) => row[column])),
    options,
  )
}
