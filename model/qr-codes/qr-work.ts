import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from '#runtime/redis.ts'
import type { QrLogoJob, QrRenderJob } from '#schemas/queues.ts'
import { countWorkers } from '../installation/read-processes.ts'
import type { Stores } from '../stores.ts'

/** Requirements for asking a worker. The queue's connection may fail immediately while Redis is unavailable. */
export type QrServices = Pick<Stores, 'redis' | 'qrQueue'>

/** A result: a head as JSON and the bytes of an image. */
export interface QrWork {
  head: unknown
  bytes: Buffer
}

/** Results are a cache: a lost one is drawn again. */
const keepMs = 60_000
/** Larger results are not stored: those of `keepMs` must fit into Redis. */
export const largestResultBytes = 8 * 1024 * 1024
const waitMs = 5_000
const firstPollMs = 8
const slowestPollMs = 100
const slower = 1.3
/** Limit of waiting jobs for each worker. A job takes about 0.1 s, so later ones would not be done in time. */
const longestQueue = 60
/** A wider image takes up to 2 s of a core. It lets all others pass, so that one account cannot hold them up. */
const widestFastPixels = 1_024
/** The same limit for these: with the one that is being drawn, 6 s. */
const longestSlowQueue = 2
const headLengthBytes = 4

export type QrTask = Omit<QrRenderJob, 'result_key'> | Omit<QrLogoJob, 'result_key'>

/** The result of a task, from the cache if it is recent. null if it is not ready in the time that a caller waits. */
export async function askForQrWork(services: QrServices, task: QrTask): Promise<QrWork | null> {
  try {
    return await askThroughRedis(services, task)
  } catch (error) {
    if (await answers(services.redis)) throw error
    return null
  }
}

/** Commands on a lost connection throw errors without a code, and for a moment the connection still seems ready. */
const answers = (redis: Redis) =>
  redis.ping().then(
    () => true,
    () => false,
  )

async function askThroughRedis({ redis, qrQueue }: QrServices, task: QrTask): Promise<QrWork | null> {
  const until = performance.now() + waitMs
  const hash = createHash('sha256').update(JSON.stringify(task)).digest('hex')
  const result_key = `qr:{${hash}}`
  const made = await readWork(redis, result_key)
  if (made !== null) return made
  const isSlow = task.task === 'render' && task.size > widestFastPixels
  if (await isTooLong({ redis, qrQueue }, isSlow)) return null
  await qrQueue.add({ ...task, result_key }, hash, { isSlow })
  for (let pauseMs = firstPollMs; performance.now() < until; pauseMs = Math.min(pauseMs * slower, slowestPollMs)) {
    await sleep(pauseMs)
    const work = await readWork(redis, result_key)
    if (work !== null) return work
  }
  return null
}

/** Asks for the number of workers only if one of them could not do the work in time. */
async function isTooLong({ redis, qrQueue }: QrServices, isSlow: boolean): Promise<boolean> {
  const { waiting = 0, prioritized = 0 } = await qrQueue.counts()
  const [length, longest] = isSlow ? [prioritized, longestSlowQueue] : [waiting, longestQueue]
  return length >= longest && length >= longest * (await countWorkers(redis))
}

/** One key and one command, so that a result is complete or absent. */
export async function keepQrWork(redis: Redis, resultKey: string, { head, bytes }: QrWork): Promise<void> {
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(headLengthBytes)
  length.writeUInt32BE(json.length)
  await redis.set(resultKey, Buffer.concat([length, json, bytes]), 'PX', keepMs)
}

async function readWork(redis: Redis, key: string): Promise<QrWork | null> {
  const stored = await redis.getBuffer(key)
  if (stored === null) return null
  const end = headLengthBytes + stored.readUInt32BE()
  const head: unknown = JSON.parse(stored.subarray(headLengthBytes, end).toString())
  return { head, bytes: stored.subarray(end) }
}
