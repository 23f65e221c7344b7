import type { Statement, Tx } from '#runtime/postgres.ts'
import { type ClickRow, noId } from '#schemas/clicks.ts'
import { noteReachedLimits } from '../../links/announce-limits.ts'

/** Columns of the counted clicks. */
export interface Counts {
  ids: string[]
  counts: number[]
  lastMs: number[]
}

interface Counted {
  links: Counts
  codes: Counts
}

/**
 * Keeps counts in settings of the transaction, from where the statements that lock rows read them. Those have no parameters
 * and are short, whatever the number of links: they travel in one packet with the commit.
 */
export async function stageCounts(tx: Tx, { links, codes }: Counted): Promise<void> {
  await tx`
    select
      set_config('counted.links', ${arrayOf(links.ids)}, true),
      set_config('counted.clicks', ${arrayOf(links.counts)}, true),
      set_config('counted.clicked_ms', ${arrayOf(links.lastMs)}, true),
      set_config('counted.codes', ${arrayOf(codes.ids)}, true),
      set_config('counted.scans', ${arrayOf(codes.counts)}, true),
      set_config('counted.scanned_ms', ${arrayOf(codes.lastMs)}, true)`
}

/** Ids and numbers need no quotes. */
const arrayOf = (members: readonly (string | number)[]): string => `{${members.join(',')}}`

/** Statements that add staged counts. Almost every batch has no scans. */
export const addCounts = (tx: Tx, { links, codes }: Counted): Statement[] => [
  ...(links.ids.length > 0 ? [addClicks(tx), noteReachedLimits(tx, tx`current_setting('counted.links')::uuid[]`)] : []),
  ...(codes.ids.length > 0 ? [addScans(tx)] : []),
]

/** The order prevents deadlocks between two batches. */
export const addClicks = (tx: Tx): Statement => tx`
  insert into link_counts (link_id, clicks, last_clicked_at)
  select link_id, clicks, to_timestamp(last_ms / 1000.0)
  from unnest(
    current_setting('counted.links')::uuid[],
    current_setting('counted.clicks')::bigint[],
    current_setting('counted.clicked_ms')::bigint[]
  ) as counted (link_id, clicks, last_ms)
  order by link_id
  on conflict (link_id) do update
  set clicks = link_counts.clicks + excluded.clicks,
    last_clicked_at = greatest(link_counts.last_clicked_at, excluded.last_clicked_at)`

/** A code may be deleted while its short URL remains, or lose its short URL, whose scans are deleted. */
export const addScans = (tx: Tx): Statement => tx`
  insert into qr_counts (qr_code_id, scans, last_scanned_at)
  select qr_code_id, scans, to_timestamp(last_ms / 1000.0)
  from unnest(
    current_setting('counted.codes')::uuid[],
    current_setting('counted.scans')::bigint[],
    current_setting('counted.scanned_ms')::bigint[]
  ) as counted (qr_code_id, scans, last_ms)
  where exists (select from qr_codes where qr_codes.id = qr_code_id and qr_codes.link_id is not null)
  order by qr_code_id
  on conflict (qr_code_id) do update
  set scans = qr_counts.scans + excluded.scans,
    last_scanned_at = greatest(qr_counts.last_scanned_at, excluded.last_scanned_at)`

/** Bots are not counted. */
export function countBy(id: 'link_id' | 'qr_code_id', rows: readonly ClickRow[]): Counts {
  const places = new Map<string, number>()
  const counted: Counts = { ids: [], counts: [], lastMs: [] }
  for (const row of rows) {
    if (row.traffic === 'bot' || row[id] === noId) continue
    let place = places.get(row[id])
    if (place === undefined) {
      place = counted.ids.push(row[id]) - 1
      places.set(row[id], place)
    }
    counted.counts[place] = (counted.counts[place] ?? 0) + 1
    counted.lastMs[place] = Math.max(counted.lastMs[place] ?? 0, row.clicked_at)
  }
  return counted
}
