import { startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import { processQr } from '../../../workers/qr/process-qr.ts'
import type { TestStores } from '../../stack/stores.ts'

const atOnce = 2

/** The part of the workers that draws QR codes, in this process. */
export function drawCodes({ urls, redis, log }: Pick<TestStores, 'urls' | 'redis' | 'log'>) {
  const connection = connectRedisForQueues(urls.redis_url, { name: 'test' })
  const worker = startWorker('qr', connection, { concurrency: atOnce, log }, (job) => processQr(redis, job))
  return {
    async close() {
      await worker.close()
      connection.disconnect()
    },
  }
}
