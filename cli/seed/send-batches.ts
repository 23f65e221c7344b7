import { brotliCompressSync, constants } from 'node:zlib'
import { writeBatch } from '#core/clicks/batch-text.ts'
import { nameBatch } from '#core/clicks/name-batch.ts'
import { openQueue } from '#runtime/queues.ts'
import { connectRedisForQueues, type Redis } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { RawClick } from '#schemas/clicks.ts'
import { ackChannel } from '#schemas/queues.ts'

/** The same size as the redirector's segments. */
const clicksPerBatch = 10_000
const mostOnTheWay = 4
/** Without an acknowledgment for this long, no worker is running. */
const patienceMs = 60_000

/** Sends clicks to the workers, as redirectors do, and waits until all are stored. Returns the batch IDs. */
export async function sendBatches(
  redisUrl: string,
  clicks: Iterable<RawClick>,
  name: string,
  now: number,
): Promise<string[]> {
  const replyTo = `seed-${uuidv7()}`
  const connection = connectRedisForQueues(redisUrl, { name: 'seed' })
  const listener = connectRedisForQueues(redisUrl, { name: 'seed acknowledgements' })
  const queue = openQueue('clicks', connection)
  try {
    const acks = await listen(listener, replyTo)
    const ids: string[] = []
    for (const batch of cutBatches(clicks)) {
      const batch_id = nameBatch(`${name} ${ids.length}`, now)
      const tsv = brotliCompressSync(writeBatch(batch), fastest).toString('base64')
      await queue.add({ batch_id, rows: batch.length, tsv, reply_to: replyTo }, batch_id)
      ids.push(batch_id)
      await acks.until(ids.length - mostOnTheWay)
    }
    await acks.until(ids.length)
    return ids
  } finally {
    await queue.close()
    listener.disconnect()
    connection.disconnect()
  }
}

const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

function* cutBatches(clicks: Iterable<RawClick>): Generator<RawClick[]> {
  let batch: RawClick[] = []
  for (const click of clicks) {
    if (batch.push(click) < clicksPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function listen(listener: Redis, replyTo: string) {
  const stored = new Set<string>()
  let wake = () => {}
  listener.on('message', (_channel: string, batchId: string) => {
    stored.add(batchId)
    wake()
  })
  await listener.subscribe(ackChannel(replyTo))
  return {
    /** Resolves when this many batches are stored. */
    async until(count: number): Promise<void> {
      while (stored.size < count) await next()
    },
  }

  function next(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('Clicks are not stored. Is Waymark running?')), patienceMs)
      wake = () => {
        clearTimeout(late)
        resolve()
      }
    })
  }
}
