import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { UrlType } from '#schemas/links.ts'

/** A row of the ClickHouse table `link_facts`. */
export interface FactRow {
  account_id: string
  link_id: string
  /** noId: in none. */
  campaign_id: string
  tags: readonly string[]
  url_type: UrlType
  domain_id: string
  rev: number
}

/** Every column of the table, in the order of the insert. */
const columns = Object.keys({
  account_id: true,
  link_id: true,
  campaign_id: true,
  tags: true,
  url_type: true,
  domain_id: true,
  rev: true,
} satisfies Record<keyof FactRow, true>) as (keyof FactRow)[]

export async function insertFacts(
  ch: ClickHouse,
  rows: readonly FactRow[],
  options: { token: string; signal: AbortSignal },
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => columns.map((column) => row[column]))
  await ch.insert('link_facts', columns, values, options)
}
