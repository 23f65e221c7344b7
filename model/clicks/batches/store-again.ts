import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import { findStored } from './find-stored.ts'
import { insertClicks } from './insert-clicks.ts'

interface Retry {
  batch_id: string
  attempt: number
  rows: readonly ClickRow[]
  signal: AbortSignal
}

const lockTimeoutMs = 10_000

/** Every attempt except the first: one at a time per batch, and it trusts only rows that it can count. */
export async function storeAgain(sql: Sql, clickhouse: ClickHouse, retry: Retry): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`
    await tx`select pg_advisory_xact_lock(hashtextextended(${retry.batch_id}, 0))`
    await complete(clickhouse, retry)
  })
}

/**
 * Inserts missing clicks with the batch's own token first, so that a first attempt that is still running stores nothing.
 * Clicks that are still missing belong to a token without rows, left by a server that was killed between writing its
 * deduplication log and renaming the part. They are inserted with the next token of the series, which is the same in every
 * attempt, so that even two attempts that lost the lock store one copy. Each kill ends an attempt, so there are at most as
 * many such tokens as attempts.
 */
async function complete(clickhouse: ClickHouse, { batch_id, attempt, rows, signal }: Retry): Promise<void> {
  for (let repair = 0; ; repair++) {
    const stored = await findStored(clickhouse, rows, signal)
    const missing = rows.filter((row) => !stored.has(row.click_id))
    if (missing.length === 0) return
    if (repair > attempt) throw new Error(`${missing.length} clicks of batch ${batch_id} are still not stored`)
    await insertClicks(clickhouse, missing, { token: repair === 0 ? batch_id : `${batch_id}:${repair}`, signal })
  }
}
