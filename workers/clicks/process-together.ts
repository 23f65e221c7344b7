import { claimGroup, isOlderThanLedger } from '#model/clicks/batches/claim-batch.ts'
import { commitGroup } from '#model/clicks/batches/commit-batch.ts'
import { insertClicks } from '#model/clicks/batches/insert-clicks.ts'
import { attemptLimitMs } from '#model/clicks/batches/limits.ts'
import { shardsOf } from '#model/clicks/batches/shards.ts'
import { reopenDays } from '#model/clicks/rollups/reopen-days.ts'
import { inSpan, type Span } from '#runtime/span.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'
import { type DecodedClicks, decodeBatch } from './decode-batch.ts'
import { followClicks } from './follow-clicks.ts'
import { acknowledge, type ClickPipeline, enrichAll, processBatch, report } from './process-batch.ts'

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
  const candidateJobs = candidates.map(({ job }) => job)
  const stored = await followClicks(pipeline.tracing, candidateJobs, async (span) => {
    const [links, shards] = [linksOf(candidates), await shardsOf(pipeline.clickhouse)]
    const group = await inSpan(span, 'claim', () => claimGroup(pipeline.sql, candidateJobs, links, shards))
    const members = candidates.filter(({ job }) => group.members.has(job.batch_id))
    if (members.length > 0) await storeMembers(pipeline, { group, members, signal }, span)
    return group.members
  })
  if (stored.size > 0) end()
  return stored
}

interface Attempt {
  group: Awaited<ReturnType<typeof claimGroup>>
  members: readonly Member[]
  signal: AbortSignal
}

async function storeMembers(
  pipeline: ClickPipeline,
  { group, members, signal }: Attempt,
  span: Span | undefined,
): Promise<void> {
  const clicks = members.flatMap((member) => member.clicks)
  const malformed = members.reduce((sum, member) => sum + member.malformed, 0)
  const enriched = await enrichAll(pipeline, { clicks, malformed }, group.deletedLinks)
  await reopenDays(pipeline.sql, enriched.rows)
  const target = { token: group.group_id, shard: group.shard, signal }
  await inSpan(span, 'insert', () => insertClicks(pipeline.clickhouse, enriched.rows, target))
  await inSpan(span, 'commit', () => commitGroup(pipeline, group, enriched.rows))
  report(pipeline, enriched)
  await Promise.all(members.map(({ job }) => acknowledge(pipeline, job)))
}

function decodeMember(job: ClickBatchJob): Member[] {
  if (isOlderThanLedger(job.batch_id)) return []
  const decoded = decodeBatch(job)
  return decoded.kind === 'clicks' ? [{ job, ...decoded }] : []
}

const linksOf = (members: readonly Member[]): Set<string> =>
  new Set(members.flatMap(({ clicks }) => clicks.map(({ row }) => row.link_id)))
