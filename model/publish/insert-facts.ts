import type { ClickHouse } from '#runtime/clickhouse.ts'
import { columnOf } from '#runtime/native-columns.ts'
import type { Columns } from '#runtime/native-format.ts'
import type { UrlType } from '#schemas/links.ts'

/** A row of the ClickHouse table `link_facts`. */
export interface FactRow {
  account_id: string
  link_id: string
  /** noId for no campaign. */
  campaign_id: string
  tags: readonly string[]
  url_type: UrlType
  domain_id: string
  rev: number
}

/** Every column of the table. */
const columns: Columns<FactRow> = {
  account_id: columnOf.uuid,
  link_id: columnOf.uuid,
  campaign_id: columnOf.uuid,
  tags: columnOf.textList,
  url_type: columnOf.repeatedText,
  domain_id: columnOf.uuid,
  rev: columnOf.uint64,
}

export async function insertFacts(
  ch: ClickHouse,
  rows: readonly FactRow[],
  options: { token: string; signal: AbortSignal },
): Promise<void> {
  await ch.insert('link_facts', columns, rows, options)
}
