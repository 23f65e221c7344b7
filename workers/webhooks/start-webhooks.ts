import { setMaxListeners } from 'node:events'
import { startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import { createResolve } from '#runtime/resolve-host.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { Parts } from '../upkeep/start-upkeep.ts'
import { endpointsAtOnce, requestsAtOnce, stopGraceMs } from './limits.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import { createWebhookMetrics } from './webhook-metrics.ts'

type WebhookParts = Omit<Parts, 'redis' | 'clickhouse'>

/** Processes the queued endpoints. */
export function startWebhooks(parts: WebhookParts, { redis_url }: { redis_url: string }): void {
  const { config, log, lifecycle, registry, sql } = parts
  const [stopping, stopped] = [new AbortController(), new AbortController()]
  // Every pending request listens to this signal.
  setMaxListeners(endpointsAtOnce * requestsAtOnce, stopped.signal)
  const sender = {
    sql,
    secretKeys: new SecretKeys(config),
    metrics: createWebhookMetrics(registry),
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    resolve: createResolve(config, { allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }),
    timeFactor: config.WEBHOOK_TIME_FACTOR,
    stopping: stopping.signal,
    stopped: stopped.signal,
  }
  const connection = connectRedisForQueues(redis_url, { name: 'workers webhooks' })
  lifecycle.onStop('webhook queue connection', () => connection.disconnect())
  const worker = startWorker('webhooks', connection, { concurrency: endpointsAtOnce, log }, ({ webhook_id }) =>
    serveEndpoint(sender, webhook_id),
  )
  lifecycle.onStop('webhooks', async () => {
    stopping.abort()
    const timer = setTimeout(() => stopped.abort(), stopGraceMs)
    await worker.close()
    clearTimeout(timer)
  })
}
