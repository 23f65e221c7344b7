import type { Sql } from '#runtime/postgres.ts'
import type { ClickRow } from '#schemas/clicks.ts'

/** Marks a batch stored and counts its clicks, together and once: false when another try has done it. */
export async function commitBatch(sql: Sql, batchId: string, rows: readonly ClickRow[]): Promise<boolean> {
  const counts = countByLink(rows)
  return sql.begin(async (tx) => {
    const marked = await tx`
      update click_batches
      set stored_at = now()
      where batch_id = ${batchId} and stored_at is null`
    if (marked.count === 0) return false
    if (counts.links.length === 0) return true
    // The order keeps two batches from waiting for each other's rows.
    await tx`
      insert into link_counts (link_id, clicks, last_clicked_at)
      select link_id, clicks, to_timestamp(last_ms / 1000.0)
      from unnest(${counts.links}::uuid[], ${counts.clicks}::bigint[], ${counts.lastMs}::bigint[])
        as counted (link_id, clicks, last_ms)
      order by link_id
      on conflict (link_id) do update
      set clicks = link_counts.clicks + excluded.clicks,
        last_clicked_at = greatest(link_counts.last_clicked_at, excluded.last_clicked_at)`
    return true
  })
}

/** Columns of what is counted: bots are not. */
function countByLink(rows: readonly ClickRow[]): { links: string[]; clicks: number[]; lastMs: number[] } {
  const places = new Map<string, number>()
  const counts = { links: [] as string[], clicks: [] as number[], lastMs: [] as number[] }
  for (const { link_id, clicked_at, traffic } of rows) {
    if (traffic === 'bot') continue
    let place = places.get(link_id)
    if (place === undefined) {
      place = counts.links.push(link_id) - 1
      places.set(link_id, place)
    }
    counts.clicks[place] = (counts.clicks[place] ?? 0) + 1
    counts.lastMs[place] = Math.max(counts.lastMs[place] ?? 0, clicked_at)
  }
  return counts
}
