import { claimGroup } from '#model/clicks/batches/claim-batch.ts'
import { commitGroup } from '#model/clicks/batches/commit-batch.ts'
import { insertClicks } from '#model/clicks/batches/insert-clicks.ts'
import { attemptLimitMs } from '#model/clicks/batches/limits.ts'
import { shardsOf } from '#model/clicks/batches/shards.ts'
import { reopenDays } from '#model/clicks/rollups/reopen-days.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'
import { type DecodedClicks, decodeBatch } from './decode-batch.ts'
import { acknowledge, type ClickPipeline, enrichAll, isOlderThanLedger, processBatch, report } from './process-batch.ts'

/**
 * Stores several batches with one insert and one commit, because a batch costs nearly the same however few clicks it
 * contains. Only first attempts share an insert: all others, unreadable batches and very old ones are stored one by one.
 * Returns a promise for each batch.
 */
export function processTogether(pipeline: ClickPipeline, jobs: readonly ClickBatchJob[]): Promise<void>[] {
  const group = jobs.length > 1 ? storeTogether(pipeline, jobs) : Promise.resolve(new Set<string>())
  return jobs.map(async (job) => {
    const stored = await group
    if (!stored.has(job.batch_id)) await processBatch(pipeline, job)
  })
}

interface Member extends DecodedClicks {
  job: ClickBatchJob
}

/** Returns the ids of the batches that it has stored; the others were left out. */
async function storeTogether(pipeline: ClickPipeline, jobs: readonly ClickBatchJob[]): Promise<ReadonlySet<string>> {
  const end = pipeline.metrics.seconds.startTimer()
  const signal = AbortSignal.timeout(attemptLimitMs)
  const candidates = [...new Map(jobs.map((job) => [job.batch_id, job])).values()].flatMap(decodeMember)
  if (candidates.length < 2) return new Set()
  const group = await claimGroup(
    pipeline.sql,
    candidates.map(({ job }) => job),
    linksOf(candidates),
    await shardsOf(pipeline.clickhouse),
  )
  const members = candidates.filter(({ job }) => group.members.has(job.batch_id))
  if (members.length === 0) return new Set()

  const clicks = members.flatMap((member) => member.clicks)
  const malformed = members.reduce((sum, member) => sum + member.malformed, 0)
  const enriched = await enrichAll(pipeline, { clicks, malformed }, group.deletedLinks)
  await reopenDays(pipeline.sql, enriched.rows)
  await insertClicks(pipeline.clickhouse, enriched.rows, {
    token: group.group_id,
    shard: group.shard,
    signal,
  })
  await commitGroup(pipeline, group, enriched.rows)
  report(pipeline, enriched)
  await Promise.all(members.map(({ job }) => acknowledge(pipeline, job)))
  end()
  return group.members
}

function decodeMember(job: ClickBatchJob): Member[] {
  if (isOlderThanLedger(job.batch_id)) return []
  const decoded = decodeBatch(job)
  return decoded.kind === 'clicks' ? [{ job, ...decoded }] : []
}

const linksOf = (members: readonly Member[]): Set<string> =>
  new Set(members.flatMap(({ clicks }) => clicks.map(({ row }) => row.link_id)))
