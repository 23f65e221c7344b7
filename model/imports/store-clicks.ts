import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import { claimBatch } from '../clicks/batches/claim-batch.ts'
import { markStored } from '../clicks/batches/commit-batch.ts'
import { attemptLimitMs } from '../clicks/batches/limits.ts'
import { shardsOf } from '../clicks/batches/shards.ts'
import { storeAgain } from '../clicks/batches/store-again.ts'
import { reopenDays } from '../clicks/rollups/reopen-days.ts'

interface ImportedBatch {
  /** The same in every attempt, such as from nameBatch. */
  batch_id: string
  /** The same in every attempt. Their ids are those of the batch. */
  rows: readonly ClickRow[]
  /** Runs in the transaction that marks the batch as stored, so once. */
  commit: (tx: Tx, stored: readonly ClickRow[]) => Promise<void>
}

/**
 * Stores clicks of another system exactly once, with the ledger of all clicks. They are not announced, and the clicks of links
 * are not counted, except by `commit`. Clicks of deleted links are left out. False if an earlier attempt has stored them.
 */
export async function storeClicks(
  { sql, ch }: { sql: Sql; ch: ClickHouse },
  { batch_id, rows, commit }: ImportedBatch,
): Promise<boolean> {
  const signal = AbortSignal.timeout(attemptLimitMs)
  const linkIds = rows.map(({ link_id }) => link_id)
  const shards = await shardsOf(ch)
  const claim = await claimBatch(sql, { batch_id, rows: rows.length }, linkIds, shards)
  if (claim.kind === 'stored') return false
  const { attempt, group_id, shard, deletedLinks } = claim
  const kept = rows.filter(({ link_id }) => !deletedLinks.has(link_id))
  await reopenDays(sql, kept)
  // The first attempt looks for stored clicks too: the ledger may be from a backup that was taken before them.
  if (kept.length > 0) await storeAgain(sql, ch, { batch_id, group_id, attempt, shard, rows: kept, signal })
  return await sql.begin(async (tx) => {
    if (!(await markStored(tx, batch_id))) return false
    await noteLastClicks(tx, kept)
    await commit(tx, kept)
    return true
  })
}

/** As for new clicks, bots do not count. */
async function noteLastClicks(tx: Tx, rows: readonly ClickRow[]): Promise<void> {
  const last = new Map<string, number>()
  for (const { link_id, clicked_at, traffic } of rows)
    if (traffic !== 'bot') last.set(link_id, Math.max(last.get(link_id) ?? 0, clicked_at))
  if (last.size === 0) return
  await tx`
    update link_counts
    set last_clicked_at = greatest(last_clicked_at, to_timestamp(last_ms / 1000.0))
    from (
      select link_id, last_ms
      from unnest(${[...last.keys()]}::uuid[], ${[...last.values()]}::bigint[]) as given (link_id, last_ms)
      order by link_id
    ) as clicked
    where link_counts.link_id = clicked.link_id`
}
