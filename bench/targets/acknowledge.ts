import { readConfig } from '#runtime/config.ts'
import { createLog } from '#runtime/log.ts'
import { startWorker } from '#runtime/queues.ts'
import { connectRedis, connectRedisForQueues, whenReady } from '#runtime/redis.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { ackChannel } from '#schemas/queues.ts'
import { acknowledgedKey } from '../acknowledged.ts'

// Replaces the workers: acknowledges every batch without storing it, so that redirector and Redis do all their work
// while no worker takes CPU time from the client.
const config = readConfig()
const { redis_url } = findStoreUrls(config)
const redis = connectRedis(redis_url, { name: 'bench acknowledge' })
const connection = connectRedisForQueues(redis_url, { name: 'bench acknowledge' })
await whenReady(redis)
const log = createLog('acknowledge', config)
startWorker('clicks', connection, { concurrency: 1, log }, async ({ batch_id, rows, reply_to }) => {
  await redis.incrby(acknowledgedKey, rows)
  await redis.publish(ackChannel(reply_to), batch_id)
})
process.on('SIGTERM', () => process.exit(0))
