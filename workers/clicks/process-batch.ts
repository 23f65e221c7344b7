import { isFromRedirector } from '#core/clicks/batch-time.ts'
import { type Claim, claimBatch, isInLedger, isOlderThanLedger } from '#model/clicks/batches/claim-batch.ts'
import { commitBatch } from '#model/clicks/batches/commit-batch.ts'
import { findStored } from '#model/clicks/batches/find-stored.ts'
import { insertClicks } from '#model/clicks/batches/insert-clicks.ts'
import { attemptLimitMs } from '#model/clicks/batches/limits.ts'
import { parkBatch } from '#model/clicks/batches/parked-batches.ts'
import { shardsOf } from '#model/clicks/batches/shards.ts'
import { storeAgain } from '#model/clicks/batches/store-again.ts'
import { reopenDays } from '#model/clicks/rollups/reopen-days.ts'
import { tellDashboards } from '#model/clicks/tell-dashboards.ts'
import type { Site } from '#model/links/describe-link.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Log } from '#runtime/log.ts'
import type { Places } from '#runtime/places.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { inSpan, type Span, type Tracing } from '#runtime/span.ts'
import { batchOf, type ClickRow, type DropReason } from '#schemas/clicks.ts'
import { ackChannel, type ClickBatchJob } from '#schemas/queues.ts'
import type { Click, Step } from './click.ts'
import type { ClickMetrics } from './click-metrics.ts'
import { type DecodedClicks, decodeBatch } from './decode-batch.ts'
import { enrich } from './enrich.ts'
import { followClicks } from './follow-clicks.ts'
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
  /** Null if no traces are wanted. */
  tracing: Tracing | null
  log: Log
}

/** Stores a batch in ClickHouse exactly once. Throws to be retried; acknowledges when everything is stored. */
export async function processBatch(pipeline: ClickPipeline, job: ClickBatchJob): Promise<void> {
  const end = pipeline.metrics.seconds.startTimer()
  const decoded = decodeBatch(job)
  if (decoded.kind === 'unreadable') {
    await parkBatch(pipeline.sql, job, decoded.why)
    pipeline.log.error({ batch: job.batch_id, rows: job.rows, why: decoded.why }, 'unreadable click batch parked')
  } else {
    await followClicks(pipeline.tracing, [job], (span) => storeBatch(pipeline, job, decoded, span))
  }
  await acknowledge(pipeline, job)
  end()
}

export async function acknowledge({ redis }: ClickPipeline, { reply_to, batch_id }: ClickBatchJob): Promise<void> {
  await redis.publish(ackChannel(reply_to), batch_id)
}

async function storeBatch(
  pipeline: ClickPipeline,
  job: ClickBatchJob,
  { clicks, malformed }: DecodedClicks,
  span: Span | undefined,
): Promise<void> {
  const signal = AbortSignal.timeout(attemptLimitMs)
  if (await wasStoredLongAgo(pipeline, job.batch_id, clicks, signal)) return
  const linkIds = clicks.map(({ row }) => row.link_id)
  const shards = await shardsOf(pipeline.clickhouse)
  const claim = await inSpan(span, 'claim', () => claimBatch(pipeline.sql, job, linkIds, shards))
  if (claim.kind === 'stored') return

  const enriched = await enrichAll(pipeline, { clicks, malformed }, claim.deletedLinks)
  await reopenDays(pipeline.sql, enriched.rows)
  const attempt = { claim, rows: enriched.rows, signal }
  await inSpan(span, 'insert', () => storeRows(pipeline, job.batch_id, attempt))
  const isNew = await inSpan(span, 'commit', () => commitBatch(pipeline, job.batch_id, enriched.rows))
  if (isNew) report(pipeline, enriched)
}

interface Enriched {
  rows: ClickRow[]
  dropped: Map<DropReason, number>
}

/** Rows of one or more batches. */
export async function enrichAll(
  { places, steps }: ClickPipeline,
  { clicks, malformed }: DecodedClicks,
  deletedLinks: ReadonlySet<string>,
): Promise<Enriched> {
  await places.load(clicks.map(({ raw }) => raw.ip_prefix))
  const { rows, dropped } = await enrich(clicks, [dropDeleted(deletedLinks), ...steps])
  if (malformed > 0) dropped.set('malformed', malformed)
  return { rows, dropped }
}

/** Tells dashboards and metrics what was committed. */
export function report(pipeline: ClickPipeline, { rows, dropped }: Enriched): void {
  tellDashboards(pipeline, rows)
  pipeline.metrics.stored.inc(rows.length)
  for (const [reason, clicks] of dropped) pipeline.metrics.dropped.inc({ reason }, clicks)
  const [first] = rows
  if (first !== undefined && isFromRedirector(batchOf(first.click_id)))
    pipeline.metrics.lag.observe(ageOfOldest(rows) / 1000)
}

/** Only stored batches are removed from the ledger, so an old unknown batch is either new or in ClickHouse already. */
async function wasStoredLongAgo(
  { sql, clickhouse }: ClickPipeline,
  batchId: string,
  clicks: readonly Click[],
  signal: AbortSignal,
): Promise<boolean> {
  if (!isOlderThanLedger(batchId) || (await isInLedger(sql, batchId))) return false
  const stored = await findStored(
    clickhouse,
    clicks.map(({ row }) => row),
    { batch_id: batchId, signal },
  )
  return stored.size > 0
}

interface Attempt {
  claim: Extract<Claim, { kind: 'mine' }>
  rows: readonly ClickRow[]
  signal: AbortSignal
}

async function storeRows(pipeline: ClickPipeline, batch_id: string, { claim, rows, signal }: Attempt): Promise<void> {
  const { attempt, group_id, shard } = claim
  if (attempt === 1) {
    await insertClicks(pipeline.clickhouse, rows, { token: batch_id, shard, signal })
  } else {
    pipeline.metrics.retried.inc()
    await storeAgain(pipeline.sql, pipeline.clickhouse, { batch_id, group_id, attempt, shard, rows, signal })
  }
}

function ageOfOldest(rows: readonly ClickRow[]): number {
  const oldest = rows.reduce((earliest, { clicked_at }) => Math.min(earliest, clicked_at), Number.POSITIVE_INFINITY)
  return Date.now() - oldest
}
