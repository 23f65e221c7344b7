import type { Sql, Tx } from '#runtime/postgres.ts'
import { type ClickRow, noId } from '#schemas/clicks.ts'
import { announceLimits } from '../../links/announce-limits.ts'
import type { Site } from '../../links/describe-link.ts'
import { tellOfClicks } from '../../webhooks/tell-of-clicks.ts'

/**
 * Marks a batch as stored, counts its clicks, and announces them and reached click limits, in one transaction and only
 * once. False if another attempt has done it.
 */
export async function commitBatch(
  { sql, site }: { sql: Sql; site: Site },
  batchId: string,
  rows: readonly ClickRow[],
): Promise<boolean> {
  const links = countBy('link_id', rows)
  const codes = countBy('qr_code_id', rows)
  return sql.begin(async (tx) => {
    if (!(await markStored(tx, batchId))) return false
    if (links.ids.length > 0) {
      await addClicks(tx, links)
      // A separate statement, which sees limits that were set while the counting waited.
      await announceLimits(tx, site, links.ids)
    }
    // Almost every batch has none.
    if (codes.ids.length > 0) await addScans(tx, codes)
    if (rows.length > 0) await tellOfClicks(tx, site, rows)
    return true
  })
}

/** False if it is already marked. */
export async function markStored(tx: Tx, batchId: string): Promise<boolean> {
  const { count } = await tx`
    update click_batches
    set stored_at = now()
    where batch_id = ${batchId} and stored_at is null`
  return count > 0
}

/** Columns of the counted clicks. */
interface Counts {
  ids: string[]
  counts: number[]
  lastMs: number[]
}

/** The order prevents deadlocks between two batches. */
export async function addClicks(tx: Tx, { ids, counts, lastMs }: Counts): Promise<void> {
  await tx`
    insert into link_counts (link_id, clicks, last_clicked_at)
    select link_id, clicks, to_timestamp(last_ms / 1000.0)
    from unnest(${ids}::uuid[], ${counts}::bigint[], ${lastMs}::bigint[])
      as counted (link_id, clicks, last_ms)
    order by link_id
    on conflict (link_id) do update
    set clicks = link_counts.clicks + excluded.clicks,
      last_clicked_at = greatest(link_counts.last_clicked_at, excluded.last_clicked_at)`
}

/** A code may be deleted while its short URL remains. */
export async function addScans(tx: Tx, { ids, counts, lastMs }: Counts): Promise<void> {
  await tx`
    insert into qr_counts (qr_code_id, scans, last_scanned_at)
    select qr_code_id, scans, to_timestamp(last_ms / 1000.0)
    from unnest(${ids}::uuid[], ${counts}::bigint[], ${lastMs}::bigint[])
      as counted (qr_code_id, scans, last_ms)
    where exists (select from qr_codes where qr_codes.id = qr_code_id)
    order by qr_code_id
    on conflict (qr_code_id) do update
    set scans = qr_counts.scans + excluded.scans,
      last_scanned_at = greatest(qr_counts.last_scanned_at, excluded.last_scanned_at)`
}

/** Bots are not counted. */
function countBy(id: 'link_id' | 'qr_code_id', rows: readonly ClickRow[]): Counts {
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
