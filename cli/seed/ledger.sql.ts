import { markStored } from '#model/clicks/batches/commit-batch.ts'
import { addClicks, addScans, stageCounts } from '#model/clicks/batches/count-clicks.ts'
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
    if (!(await markStored(tx, batchId))) return
    await stageCounts(tx, { links: columnsOf(links), codes: columnsOf(codes) })
    await addClicks(tx)
    await addScans(tx)
  })
}

const columnsOf = (counted: Counted[]) => ({
  ids: counted.map(({ id }) => id),
  counts: counted.map(({ clicks }) => clicks),
  lastMs: counted.map(({ last_ms }) => last_ms),
})
