import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import { findStored } from './find-stored.ts'
import { insertClicks } from './insert-clicks.ts'
import { hasCopies } from './shards.ts'

interface Retry {
  batch_id: string
  /** The group of the first attempt. */
  group_id: string | null
  attempt: number
  shard: number
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
 * Inserts missing clicks with the token of the first attempt first, so that it stores nothing if it is still running. That is
 * the batch's own token or that of its group. The token of a group can be taken by another member; the batch's own token is
 * next then.
 *
 * Clicks that are still missing belong to a token without rows, left by a server that was killed between writing its
 * deduplication log and renaming the part. They are inserted with the next token of the series, which is the same in every
 * attempt, so that even two attempts that lost the lock store one copy. Each kill ends an attempt, so there are at most as
 * many such tokens as attempts.
 *
 * Replicated tables write a token and its rows together, so they leave no such tokens. Clicks that seem to be missing are on
 * their way to the copy that was asked, and another token would store them twice: the next attempt counts again.
 */
async function complete(clickhouse: ClickHouse, retry: Retry): Promise<void> {
  const { batch_id, group_id, attempt, shard, rows, signal } = retry
  const mostRepairs = (await hasCopies(clickhouse)) ? 0 : attempt
  const tokens = group_id === null ? [batch_id] : [group_id, batch_id]
  for (let repair = 1 - tokens.length; ; repair++) {
    const stored = await findStored(clickhouse, rows, { batch_id, signal, shard })
    const missing = rows.filter((row) => !stored.has(row.click_id))
    if (missing.length === 0) return
    if (repair > mostRepairs) throw new Error(`${missing.length} clicks of batch ${batch_id} are still not stored`)
    await insertClicks(clickhouse, missing, { token: tokens.shift() ?? `${batch_id}:${repair}`, shard, signal })
  }
}
