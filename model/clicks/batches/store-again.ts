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

/** Any try but the first: one at a time for a batch, and it believes nothing but the rows it can count. */
export async function storeAgain(sql: Sql, clickhouse: ClickHouse, retry: Retry): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`
    await tx`select pg_advisory_xact_lock(hashtextextended(${retry.batch_id}, 0))`
    await complete(clickhouse, retry)
  })
}

/**
 * Inserts what is missing under the batch's own token first: a first try that is still on its way then stores nothing.
 * Rows that are missing after that belong to a token without rows, left by a server that was killed between writing its
 * deduplication log and renaming the part; they go in under the next token of the series. The series is the same in
 * every try, so that even two tries that lost the lock store one copy. Each kill ends a try, so there are no more such
 * tokens than tries.
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
