import { batchTime, isFromRedirector } from '#core/clicks/batch-time.ts'
import { type Claim, claimBatch, isInLedger } from '#model/clicks/batches/claim-batch.ts'
import { commitBatch } from '#model/clicks/batches/commit-batch.ts'
import { findStored } from '#model/clicks/batches/find-stored.ts'
import { insertClicks } from '#model/clicks/batches/insert-clicks.ts'
import { attemptLimitMs, ledgerDays } from '#model/clicks/batches/limits.ts'
import { storeAgain } from '#model/clicks/batches/store-again.ts'
import { tellDashboards } from '#model/clicks/tell-dashboards.ts'
import type { Site } from '#model/links/describe-link.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import type { ClickRow, DropReason } from '#schemas/clicks.ts'
import { ackChannel, type ClickBatchJob } from '#schemas/queues.ts'
import type { Click, Step } from './click.ts'
import type { ClickMetrics } from './click-metrics.ts'
import { decodeBatch } from './decode-batch.ts'
import { enrich } from './enrich.ts'
import { parkBatch } from './park-batch.ts'
import type { Places } from './places.ts'
import { dropDeleted } from './steps/drop-deleted.ts'

export interface ClickPipeline {
  sql: Sql
  redis: Redis
  clickhouse: ClickHouse
  places: Pick<Places, 'load'>
  steps: readonly Step[]
  metrics: ClickMetrics
  /** Used to build short URLs in events. */
  site: Site
  parking: string
  log: Log
}

/** Stores a batch in ClickHouse exactly once. Throws to be retried; acknowledges when everything is stored. */
export async function processBatch(pipeline: ClickPipeline, job: ClickBatchJob): Promise<void> {
  const end = pipeline.metrics.seconds.startTimer()
  const decoded = decodeBatch(job)
  if (decoded.kind === 'unreadable') {
    await parkBatch(pipeline.parking, job)
    pipeline.log.error({ batch: job.batch_id, rows: job.rows, why: decoded.why }, 'unreadable click batch parked')
  } else {
    await storeBatch(pipeline, job, decoded)
  }
  await pipeline.redis.publish(ackChannel(job.reply_to), job.batch_id)
  end()
}

async function storeBatch(
  pipeline: ClickPipeline,
  job: ClickBatchJob,
  { clicks, malformed }: { clicks: Click[]; malformed: number },
): Promise<void> {
  const signal = AbortSignal.timeout(attemptLimitMs)
  if (await wasStoredLongAgo(pipeline, job.batch_id, clicks, signal)) return
  const linkIds = clicks.map(({ row }) => row.link_id)
  const claim = await claimBatch(pipeline.sql, job, linkIds)
  if (claim.kind === 'stored') return

  await pipeline.places.load(clicks.map(({ raw }) => raw.ip_prefix))
  const { rows, dropped } = await enrich(clicks, [dropDeleted(claim.deletedLinks), ...pipeline.steps])
  if (malformed > 0) dropped.set('malformed', malformed)
  await storeRows(pipeline, job.batch_id, { claim, rows, signal })
  if (!(await commitBatch(pipeline, job.batch_id, rows))) return
  tellDashboards(pipeline, rows)
  count(pipeline.metrics, rows, dropped)
  if (rows.length > 0 && isFromRedirector(job.batch_id)) pipeline.metrics.lag.observe(ageOfOldest(rows) / 1000)
}

/** Only stored batches are removed from the ledger, so an old unknown batch is either new or in ClickHouse already. */
async function wasStoredLongAgo(
  { sql, clickhouse }: ClickPipeline,
  batchId: string,
  clicks: readonly Click[],
  signal: AbortSignal,
): Promise<boolean> {
  const ageMs = Date.now() - batchTime(batchId)
  if (ageMs < ledgerDays * 86_400_000 || (await isInLedger(sql, batchId))) return false
  const stored = await findStored(
    clickhouse,
    clicks.map(({ row }) => row),
    signal,
  )
  return stored.size > 0
}

interface Attempt {
  claim: Extract<Claim, { kind: 'mine' }>
  rows: readonly ClickRow[]
  signal: AbortSignal
}

async function storeRows(pipeline: ClickPipeline, batch_id: string, { claim, rows, signal }: Attempt): Promise<void> {
  if (claim.attempt === 1) {
    await insertClicks(pipeline.clickhouse, rows, { token: batch_id, signal })
  } else {
    pipeline.metrics.retried.inc()
    await storeAgain(pipeline.sql, pipeline.clickhouse, { batch_id, attempt: claim.attempt, rows, signal })
  }
}

function count(metrics: ClickMetrics, rows: readonly ClickRow[], dropped: ReadonlyMap<DropReason, number>): void {
  metrics.stored.inc(rows.length)
  for (const [reason, clicks] of dropped) metrics.dropped.inc({ reason }, clicks)
}

function ageOfOldest(rows: readonly ClickRow[]): number {
  const oldest = rows.reduce((earliest, { clicked_at }) => Math.min(earliest, clicked_at), Number.POSITIVE_INFINITY)
  return Date.now() - oldest
}
