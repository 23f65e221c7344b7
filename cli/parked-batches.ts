import { randomUUID } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { listParked, type ParkedBatch, readParked, removeParked } from '#model/clicks/batches/parked-batches.ts'
import type { Config } from '#runtime/config.ts'
import { MessageHearer } from '#runtime/hear-messages.ts'
import { ifThere } from '#runtime/if-there.ts'
import { createLog } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import { openQueue, type TypedQueue } from '#runtime/queues.ts'
import { ackChannel } from '#schemas/queues.ts'
import { withQueues } from './redis-for-queues.ts'
import { withPostgres } from './with-postgres.ts'

/** A confirmation can be missed, and a batch that is in the queue already is confirmed to another process. */
const askAgainMs = 2_000
const pollMs = 50
const answerMostMs = 60_000

const idArgument = z.object({ id: z.uuid() })
const parseId = (id: string): string => idArgument.parse({ id }, { error: describeIssue }).id

export async function listBatches(config: Config, { json = false }: { json?: boolean }): Promise<void> {
  const batches = await withPostgres(config, listParked)
  if (json) process.stdout.write(`${JSON.stringify(batches)}\n`)
  else for (const batch of batches) process.stdout.write(`${describe(batch)}\n`)
}

const describe = ({ batch_id, parked_at, clicks, bytes, attempts, why }: ParkedBatch) =>
  [batch_id, parked_at.toISOString(), `${clicks} clicks`, `${bytes} bytes`, `${attempts} attempts`, why].join('\t')

/** Queues parked batches again, and removes those that could be stored. */
export async function retryBatches(config: Config, id: string | undefined): Promise<void> {
  await withPostgres(config, async (sql) => {
    const batches = await selectBatches(sql, id)
    let stored = 0
    await withQueues(config, async (connections) => {
      const [queue, replyTo, done] = [openQueue('clicks', connections.queue), randomUUID(), new Set<string>()]
      const log = createLog('cli', { ...config, LOG_LEVEL: 'silent' })
      new MessageHearer(connections.subscriber, log).hear({
        channel: ackChannel(replyTo),
        onMessage: (batchId) => void done.add(batchId),
        onRestored: () => undefined,
      })
      for (const { batch_id, attempts } of batches) {
        const job = await readParked(sql, batch_id)
        if (job === null) continue
        await untilDone(queue, { ...job, reply_to: replyTo }, done)
        // A worker that could not read it either has counted another attempt.
        if (await removeParked(sql, batch_id, attempts)) stored++
      }
      await queue.close()
    })
    process.stdout.write(`Stored batches: ${stored}. Still unreadable: ${batches.length - stored}.\n`)
  })
}

async function selectBatches(sql: Sql, id: string | undefined): Promise<ParkedBatch[]> {
  const wanted = id === undefined ? undefined : parseId(id)
  const batches = await listParked(sql)
  if (wanted === undefined) return batches
  const selected = batches.filter(({ batch_id }) => batch_id === wanted)
  if (selected.length === 0) throw new Error('Batch not found.')
  return selected
}

async function untilDone(
  queue: TypedQueue<'clicks'>,
  job: Parameters<typeof queue.add>[0],
  done: ReadonlySet<string>,
): Promise<void> {
  const end = performance.now() + answerMostMs
  for (let askAt = 0; !done.has(job.batch_id); await wait(pollMs)) {
    if (performance.now() > end) throw new Error('The workers did not respond within a minute.')
    if (performance.now() < askAt) continue
    await queue.add(job, job.batch_id)
    askAt = performance.now() + askAgainMs
  }
}

export async function exportBatches(config: Config, path: string): Promise<void> {
  const folder = resolve(path)
  if ((await ifThere(() => stat(folder))) !== null) throw new Error(`${folder} already exists: choose a new folder.`)
  await mkdir(folder, { mode: 0o700 })
  await withPostgres(config, async (sql) => {
    const batches = await listParked(sql)
    for (const { batch_id } of batches) {
      const job = await readParked(sql, batch_id)
      if (job !== null) await writeFile(join(folder, batch_id), JSON.stringify(job), { mode: 0o600 })
    }
    process.stdout.write(`Batches written to ${folder}: ${batches.length}\n`)
  })
}

export async function deleteBatch(config: Config, text: string): Promise<void> {
  const id = parseId(text)
  if (!(await withPostgres(config, (sql) => removeParked(sql, id)))) throw new Error('Batch not found.')
  process.stdout.write(`Deleted the batch ${id}.\n`)
}
