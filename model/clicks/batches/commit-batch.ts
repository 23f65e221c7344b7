import { commitWith, type Sql, type Tx } from '#runtime/postgres.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import type { Site } from '../../links/describe-link.ts'
import { tellOfClicks } from '../../webhooks/tell-of-clicks.ts'
import { addCounts, countBy, stageCounts } from './count-clicks.ts'

/**
 * Marks a batch as stored, counts its clicks, and announces them, in one transaction and only once. False if another attempt
 * has done it. Counting comes last and together with the commit, so that batches with the same busy link wait for each other
 * only as long as Postgres counts, however far away it is.
 */
export async function commitBatch(
  { sql, site }: { sql: Sql; site: Site },
  batchId: string,
  rows: readonly ClickRow[],
): Promise<boolean> {
  return sql.begin(async (tx) => {
    if (!(await markStored(tx, batchId))) return false
    if (rows.length > 0) await tellOfClicks(tx, site, rows)
    const counts = { links: countBy('link_id', rows), codes: countBy('qr_code_id', rows) }
    await stageCounts(tx, counts)
    await commitWith(tx, addCounts(tx, counts))
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
