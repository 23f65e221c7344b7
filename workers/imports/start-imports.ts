import type { Places } from '#runtime/places.ts'
import { openQueue, startWorker } from '#runtime/queues.ts'
import { connectRedis, connectRedisForQueues } from '#runtime/redis.ts'
import type { Parts } from '../upkeep/start-upkeep.ts'
import { runImport } from './run-import.ts'
import { runVerification } from './run-verification.ts'

/** Imports at once per process. Each waits for the stores half of the time. */
const importsAtOnce = 2

/** Runs imports, which the sweeper queues. */
export function startImports(
  { config, log, lifecycle, sql, redis, clickhouse: ch, places }: Parts & { places: Places },
  urls: { redis_url: string },
): void {
  const stopping = new AbortController()
  const connection = connectRedisForQueues(urls.redis_url, { name: 'workers imports' })
  lifecycle.onStop('import queue connection', () => connection.disconnect())
  const queueConnection = connectRedis(urls.redis_url, { name: 'workers logos' })
  lifecycle.onStop('logo queue connection', () => queueConnection.disconnect())
  const stores = { sql, redis, ch, config, log, places, qrQueue: openQueue('qr', queueConnection) }
  const worker = startWorker('imports', connection, { concurrency: importsAtOnce, log }, ({ import_id, verify }) =>
    (verify === true ? runVerification : runImport)(stores, import_id, stopping.signal),
  )
  lifecycle.onStop('imports', async () => {
    stopping.abort()
    await worker.close()
  })
}
