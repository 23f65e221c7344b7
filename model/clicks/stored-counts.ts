import { z } from 'zod'
import { ch, uuid, uuids } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { StoredCounts } from '../links/describe-link.ts'
import { askClicksBriefly } from './ask-clicks.ts'

const row = z.object({ link_id: z.guid(), actual_clicks: z.int(), unique_visitors: z.int() })

/** Counts of these links in the click store, by link id; null while it is unavailable. */
export async function readStoredCounts(
  ch: ClickHouse,
  accountId: string,
  linkIds: readonly string[],
  gone: AbortSignal,
): Promise<(linkId: string) => StoredCounts | null> {
  if (linkIds.length === 0) return () => null
  const rows = await askClicksBriefly(ch, storedCounts(accountId, linkIds), row, gone)
  if (rows === null) return () => null
  const known = new Map(rows.map(({ link_id, ...counts }) => [link_id, counts]))
  return (linkId) => known.get(linkId) ?? { actual_clicks: 0, unique_visitors: 0 }
}

/** Clicks and scans of humans and unknown clients, as in click_count. */
export const storedCounts = (accountId: string, linkIds: readonly string[]) => ch`
  select link_id, count() as actual_clicks, uniqCombined64(visitor_id) as unique_visitors
  from clicks
  where account_id = ${uuid(accountId)} and link_id in ${uuids(linkIds)} and traffic != 'bot'
  group by link_id`
