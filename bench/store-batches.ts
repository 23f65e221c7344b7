import { openQueue } from '#runtime/queues.ts'
import { connectRedis, connectRedisForQueues, whenReady } from '#runtime/redis.ts'
import type { RawClick } from '#schemas/clicks.ts'
import { ackChannel } from '#schemas/queues.ts'
import { clickBatch, rawClick } from '../test/factories/click-batch.ts'
import { spreadOf } from './statistics.ts'

const clicksOfBatch = 1_000
const replyTo = 'bench'

interface Batches {
  /** Sends this number of batches in sequence. Returns the median of the milliseconds until each was acknowledged. */
  store(count: number): Promise<number>
  close(): Promise<void>
}

/** Sends batches of clicks as a redirector does. */
export async function openBatches(redisUrl: string, makeClick: () => RawClick = rawClick): Promise<Batches> {
  const connection = connectRedisForQueues(redisUrl, { name: 'bench clicks' })
  const subscriber = connectRedis(redisUrl, { name: 'bench acks' })
  await whenReady(subscriber)
  await subscriber.subscribe(ackChannel(replyTo))
  const queue = openQueue('clicks', connection)
  const waiting = new Map<string, () => void>()
  subscriber.on('message', (_channel, batchId: string) => waiting.get(batchId)?.())

  async function storeOne(): Promise<number> {
    const job = clickBatch(
      Array.from({ length: clicksOfBatch }, () => makeClick()),
      { reply_to: replyTo },
    )
    const stored = new Promise<void>((resolve) => waiting.set(job.batch_id, resolve))
    const begun = performance.now()
    await queue.add(job, job.batch_id)
    await stored
    waiting.delete(job.batch_id)
    return performance.now() - begun
  }

  return {
    async store(count) {
      const times: number[] = []
      for (let batch = 0; batch < count; batch++) times.push(await storeOne())
      return spreadOf(times).median
    },
    async close() {
      await queue.close()
      connection.disconnect()
      subscriber.disconnect()
    },
  }
}
