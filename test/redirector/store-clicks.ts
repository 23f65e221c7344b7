import { brotliDecompressSync } from 'node:zlib'
import { readBatch } from '#core/clicks/batch-text.ts'
import { startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import type { RawClick } from '#schemas/clicks.ts'
import { ackChannel } from '#schemas/queues.ts'
import type { TestStores } from '../stack/stores.ts'

/** Replaces the workers: takes every batch of clicks, and acknowledges it. */
export function storeClicks({ urls, log }: Pick<TestStores, 'urls' | 'log'>) {
  const stored = new Map<string, RawClick[]>()
  let taken = 0
  const connection = connectRedisForQueues(urls.redis_url, { name: 'test' })
  const publisher = connectRedisForQueues(urls.redis_url, { name: 'test' })
  const worker = startWorker('clicks', connection, { concurrency: 4, log }, async (job) => {
    taken++
    const text = brotliDecompressSync(Buffer.from(job.tsv, 'base64')).toString()
    stored.set(job.batch_id, readClicks(text))
    await publisher.publish(ackChannel(job.reply_to), job.batch_id)
  })
  return {
    clicks: () => [...stored.values()].flat(),
    batches: () => stored.size,
    /** Number of batches taken off the queue. */
    taken: () => taken,
    async close() {
      await worker.close()
      connection.disconnect()
      publisher.disconnect()
    },
  }
}

/** Throws if a click is malformed. */
export function readClicks(text: string): RawClick[] {
  return readBatch(text).map((click) => {
    if (click === null) throw new Error('a malformed click')
    return click
  })
}
