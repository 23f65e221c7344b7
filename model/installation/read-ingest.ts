import { batchTime, isFromRedirector } from '#core/clicks/batch-time.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { SystemState } from '#schemas/system.ts'

/** Latest batches used to measure the pipeline. Several workers store up to 166 per second, so this is at least half a minute. */
const mostBatches = 5_000
const recentMs = 15 * 60_000
/** A worker needs less time for a batch unless a store is unavailable. */
const unfinishedAfterMs = 15_000

interface Batch {
  batch_id: string
  claimed_at: Date
  stored_at: Date | null
}

export async function readIngest(sql: Sql, now: number): Promise<SystemState['ingest']> {
  const batches = await sql<Batch[]>`
    select batch_id, claimed_at, stored_at
    from click_batches
    order by claimed_at desc
    limit ${mostBatches}`
  return judgeBatches(batches, now)
}

/** Excludes batches of `waymark seed`, whose clicks are old on purpose and which may be large. */
export function judgeBatches(batches: readonly Batch[], now: number): SystemState['ingest'] {
  const stored = batches.flatMap(({ batch_id, stored_at }) =>
    stored_at === null ? [] : [{ batch_id, at: stored_at.getTime() }],
  )
  const lags = stored
    .filter(({ batch_id, at }) => now - at < recentMs && isFromRedirector(batch_id))
    .map(({ batch_id, at }) => Math.max(0, at - batchTime(batch_id)))
    .sort((one, other) => one - other)
  const last = Math.max(...stored.map(({ at }) => at))
  return {
    lag_ms: lags[Math.floor(lags.length / 2)] ?? null,
    worst_lag_ms: lags.at(-1) ?? null,
    unfinished: batches.filter(
      ({ batch_id, stored_at, claimed_at }) =>
        stored_at === null && now - claimed_at.getTime() > unfinishedAfterMs && isFromRedirector(batch_id),
    ).length,
    last_stored_at: stored.length === 0 ? null : new Date(last).toISOString(),
  }
}
