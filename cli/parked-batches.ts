import { randomUUID } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import {
  countParked,
  eachParked,
  findParked,
  listParked,
  type ParkedBatch,
  readParked,
  removeParked,
} from '#model/clicks/batches/parked-batches.ts'
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
  await withPostgres(config, async (sql) => {
    const [batches, all] = [await listParked(sql), await countParked(sql)]
    if (json) process.stdout.write(`${JSON.stringify(batches)}\n`)
    else for (const batch of batches) process.stdout.write(`${describe(batch)}\n`)
    if (all > batches.length) process.stderr.write(`Only the oldest ${batches.length} of ${all} batches are listed.\n`)
  })
}

const describe = ({ batch_id, parked_at, clicks, bytes, attempts, why }: ParkedBatch) =>
  [batch_id, parked_at.toISOString(), `${clicks} clicks`, `${bytes} bytes`, `${attempts} attempts`, why].join('\t')

/** Queues parked batches again, and removes those that could be stored. `atOnce`: batches of one statement. */
export async function retryBatches(config: Config, id: string | undefined, atOnce?: number): Promise<void> {
  const wanted = id === undefined ? undefined : parseId(id)
  await withPostgres(config, async (sql) => {
    const batches = wanted === undefined ? eachParked(sql, atOnce) : [await demandParked(sql, wanted)]
    let [stored, unreadable] = [0, 0]
    await withQueues(config, async (connections) => {
      const [queue, replyTo, done] = [openQueue('clicks', connections.queue), randomUUID(), new Set<string>()]
      const log = createLog('cli', { ...config, LOG_LEVEL: 'silent' })
      new MessageHearer(connections.subscriber, log).hear({
        channel: ackChannel(replyTo),
        onMessage: (batchId) => void done.add(batchId),
        onRestored: () => undefined,
      })
      for await (const { batch_id, attempts } of batches) {
        const job = await readParked(sql, batch_id)
        if (job === null) continue
        await untilDone(queue, { ...job, reply_to: replyTo }, done)
        // A worker that could not read it either has counted another attempt.
        if (await removeParked(sql, batch_id, attempts)) stored++
        else unreadable++
      }
      await queue.close()
    })
    process.stdout.write(`Stored batches: ${stored}. Still unreadable: ${unreadable}.\n`)
  })
}

async function demandParked(sql: Sql, id: string) {
  const found = await findParked(sql, id)
  if (found === undefined) throw new Error('Batch not found.')
  return found
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
    let written = 0
    for await (const { batch_id } of eachParked(sql)) {
      const job = await readParked(sql, batch_id)
      if (job === null) continue
      await writeFile(join(folder, batch_id), JSON.stringify(job), { mode: 0o600 })
      written++
    }
    process.stdout.write(`Batches written to ${folder}: ${written}\n`)
  })
}

export async function deleteBatch(config: Config, text: string): Promise<void> {
  const id = parseId(text)
  if (!(await withPostgres(config, (sql) => removeParked(sql, id)))) throw new Error('Batch not found.')
  process.stdout.write(`Deleted the batch ${id}.\n`)
}
