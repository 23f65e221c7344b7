import type { Sql } from '#runtime/postgres.ts'
import { hasRows } from '../../rows.ts'

export type Claim = { kind: 'stored' } | { kind: 'mine'; attempt: number; deletedLinks: Set<string> }

/** Records this attempt in the ledger. Its clicks must reach ClickHouse within attemptLimitMs or not at all. */
export async function claimBatch(
  sql: Sql,
  batch: { batch_id: string; rows: number },
  linkIds: Iterable<string>,
): Promise<Claim> {
  const [claimed] = await sql<{ attempts: number; stored_at: Date | null }[]>`
    insert into click_batches (batch_id, rows)
    values (${batch.batch_id}, ${batch.rows})
    on conflict (batch_id) do update set attempts = click_batches.attempts + 1
    returning attempts, stored_at`
  if (claimed === undefined || claimed.stored_at !== null) return { kind: 'stored' }
  return { kind: 'mine', attempt: claimed.attempts, deletedLinks: await findDeleted(sql, linkIds) }
}

/** Read after the claim: a deletion that this misses sees the claim and purges again after the attempt. */
async function findDeleted(sql: Sql, linkIds: Iterable<string>): Promise<Set<string>> {
  const deleted = await sql<{ link_id: string }[]>`
    select link_id
    from deleted_links
    where link_id = any(${[...new Set(linkIds)]}::uuid[])`
  return new Set(deleted.map(({ link_id }) => link_id))
}

/** Whether the batch is in the ledger. */
export const isInLedger = (sql: Sql, batchId: string): Promise<boolean> =>
  hasRows(sql, sql`click_batches where batch_id = ${batchId}`)
