import type { Sql } from '#runtime/postgres.ts'

export interface Counted {
  id: string
  clicks: number
  last_ms: number
}

/** Records the start of a batch. `stored`: it already exists; `torn`: an earlier run was interrupted during it. */
export async function claimCopies(sql: Sql, batchId: string, rows: number): Promise<'new' | 'torn' | 'stored'> {
  const [claimed] = await sql<{ attempts: number; is_stored: boolean }[]>`
    insert into click_batches (batch_id, rows)
    values (${batchId}, ${rows})
    on conflict (batch_id) do update set attempts = click_batches.attempts + 1
    returning attempts, stored_at is not null as is_stored`
  if (claimed?.is_stored === true) return 'stored'
  return claimed?.attempts === 1 ? 'new' : 'torn'
}

/** Marks a batch as stored and counts its clicks and scans in one transaction, once. */
export async function countCopies(sql: Sql, batchId: string, links: Counted[], codes: Counted[]): Promise<void> {
  await sql.begin(async (tx) => {
    const marked = await tx`
      update click_batches
      set stored_at = now()
      where batch_id = ${batchId} and stored_at is null`
    if (marked.count === 0) return
    // The same order as in the click workers, to avoid deadlocks.
    await tx`
      insert into link_counts (link_id, clicks, last_clicked_at)
      select id, clicks, to_timestamp(last_ms / 1000.0)
      from unnest(${ids(links)}::uuid[], ${clicks(links)}::bigint[], ${lastMs(links)}::bigint[])
        as counted (id, clicks, last_ms)
      order by id
      on conflict (link_id) do update
      set clicks = link_counts.clicks + excluded.clicks,
        last_clicked_at = greatest(link_counts.last_clicked_at, excluded.last_clicked_at)`
    await tx`
      insert into qr_counts (qr_code_id, scans, last_scanned_at)
      select id, clicks, to_timestamp(last_ms / 1000.0)
      from unnest(${ids(codes)}::uuid[], ${clicks(codes)}::bigint[], ${lastMs(codes)}::bigint[])
        as counted (id, clicks, last_ms)
      order by id
      on conflict (qr_code_id) do update
      set scans = qr_counts.scans + excluded.scans,
        last_scanned_at = greatest(qr_counts.last_scanned_at, excluded.last_scanned_at)`
  })
}

const ids = (counted: Counted[]) => counted.map(({ id }) => id)
const clicks = (counted: Counted[]) => counted.map((each) => each.clicks)
const lastMs = (counted: Counted[]) => counted.map(({ last_ms }) => last_ms)
