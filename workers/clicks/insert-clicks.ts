import type { ClickHouse } from '#runtime/clickhouse.ts'
import { columnOf } from '#runtime/native-columns.ts'
import type { Columns } from '#runtime/native-format.ts'
import type { ClickRow } from '#schemas/clicks.ts'

/** Every column of the table. */
const columns: Columns<ClickRow> = {
  account_id: columnOf.uuid,
  link_id: columnOf.uuid,
  clicked_at: columnOf.instant,
  click_id: columnOf.uuid,
  batch_id: columnOf.uuid,
  qr_code_id: columnOf.uuid,
  test_id: columnOf.uuid,
  variant_id: columnOf.uuid,
  visitor_id: columnOf.uint64Text,
  traffic: columnOf.enum8({ human: 1, unknown: 2, bot: 3 }),
  bot_reason: columnOf.repeatedText,
  country_code: columnOf.repeatedText,
  country: columnOf.repeatedText,
  region: columnOf.repeatedText,
  city: columnOf.repeatedText,
  device_type: columnOf.repeatedText,
  browser: columnOf.repeatedText,
  browser_version: columnOf.repeatedText,
  os: columnOf.repeatedText,
  os_version: columnOf.repeatedText,
  language: columnOf.repeatedText,
  referrer: columnOf.text,
  referrer_domain: columnOf.repeatedText,
  source: columnOf.repeatedText,
  utm_source: columnOf.repeatedText,
  utm_medium: columnOf.repeatedText,
  utm_campaign: columnOf.repeatedText,
  utm_term: columnOf.repeatedText,
  utm_content: columnOf.repeatedText,
  destination_url: columnOf.text,
}

/** Under one token the rows are stored once, however often this is called. The signal ends the try. */
export async function insertClicks(
  ch: ClickHouse,
  rows: readonly ClickRow[],
  options: { token: string; signal: AbortSignal },
): Promise<void> {
  options.signal.throwIfAborted()
  await ch.insert('clicks', columns, rows, options)
}
