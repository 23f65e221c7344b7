import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TypedQueue } from '#runtime/queues.ts'
import type { Redis } from '#runtime/redis.ts'
import type { QrLogoJob, QrRenderJob } from '#schemas/queues.ts'

/** What asking a worker for an image needs. The queue's connection may be one that fails at once while Redis is away. */
export interface QrServices {
  redis: Redis
  qrQueue: TypedQueue<'qr'>
}

/** A result: a head that JSON can carry, and the bytes of an image. */
export interface QrWork {
  head: unknown
  bytes: Buffer
}

/** Results are a cache: losing one means making it again. */
const keepMs = 60_000
/** Larger results are not handed over: `keepMs` of them have to fit into Redis. */
export const largestResultBytes = 8 * 1024 * 1024
const waitMs = 5_000
const firstPollMs = 8
const slowestPollMs = 100
const slower = 1.3
/** Jobs that wait; one takes a worker about 0.1 s, so that whoever comes after these would wait in vain. */
const longestQueue = 60
const headLengthBytes = 4

export type QrTask = Omit<QrRenderJob, 'result_key'> | Omit<QrLogoJob, 'result_key'>

/** What a worker makes of a task, from the cache if it was made lately. null: not in the time that a caller waits. */
export async function askForQrWork(services: QrServices, task: QrTask): Promise<QrWork | null> {
  try {
    return await askThroughRedis(services, task)
  } catch (error) {
    if (await answers(services.redis)) throw error
    return null
  }
}

/** What a lost connection makes commands throw has no code, and for a moment the connection still counts as ready. */
const answers = (redis: Redis) =>
  redis.ping().then(
    () => true,
    () => false,
  )

async function askThroughRedis({ redis, qrQueue }: QrServices, task: QrTask): Promise<QrWork | null> {
  const until = Date.now() + waitMs
  const hash = createHash('sha256').update(JSON.stringify(task)).digest('hex')
  const result_key = `qr:{${hash}}`
  const made = await readWork(redis, result_key)
  if (made !== null) return made
  const { waiting = 0 } = await qrQueue.counts()
  if (waiting >= longestQueue) return null
  await qrQueue.add({ ...task, result_key }, hash)
  for (let pauseMs = firstPollMs; Date.now() < until; pauseMs = Math.min(pauseMs * slower, slowestPollMs)) {
    await sleep(pauseMs)
    const work = await readWork(redis, result_key)
    if (work !== null) return work
  }
  return null
}

/** One key and one command, so that there is all of a result or none of it. */
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
