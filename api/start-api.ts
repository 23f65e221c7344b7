import { startBlocklist } from '#model/safety/blocklist.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import { startInternalServer } from '#runtime/internal-server.ts'
import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Log } from '#runtime/log.ts'
import { createMetrics } from '#runtime/metrics.ts'
import { connectPostgres, pingPostgres } from '#runtime/postgres.ts'
import { openQueue } from '#runtime/queues.ts'
import { connectRedis } from '#runtime/redis.ts'
import { reportProcess } from '#runtime/report-process.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { startTracing } from '#runtime/tracing.ts'
import { offerSetup } from './accounts/set-up.ts'
import { createApp } from './app.ts'
import { closeApp } from './close-app.ts'
import { tlsAsk } from './domains/tls-ask.ts'
import { encryptSecrets } from './encrypt-secrets.ts'
import { isInsecureUrl } from './system/insecure-url.ts'

/** How long load balancers have to notice that /readyz returns 503 before connections are closed. */
const usualDrainMs = 2_000

interface ApiOptions {
  config: Config
  urls: StoreUrls
  lifecycle: Lifecycle
  log: Log
  drainMs?: number
}

/** Starts the API. The lifecycle stops its parts in reverse order. */
export async function startApi({ config, urls, lifecycle, log, drainMs = usualDrainMs }: ApiOptions): Promise<void> {
  const tracing = await startTracing('api', { config, lifecycle, log })
  const { sql, redis, qrQueue, destinationQueue, ch } = connectStores(urls, lifecycle)
  const registry = createMetrics('api')
  const checks = { postgres: () => pingPostgres(sql), redis: () => redis.ping(), clickhouse: () => ch.ping() }
  const isStopping = () => lifecycle.stopping
  const routes = { '/internal/tls-ask': tlsAsk(sql, config) }
  const internal = await startInternalServer({
    host: config.METRICS_HOST,
    port: config.METRICS_PORT_API,
    registry,
    checks,
    isStopping,
    routes,
  })
  lifecycle.onStop('internal server', () => internal.close())

  if (isInsecureUrl(config.BASE_URL)) {
    log.warn(
      `BASE_URL is ${config.BASE_URL}: passwords and cookies are sent unencrypted. Use a TLS proxy and an https URL.`,
    )
  }
  reportProcess('api', { redis, registry, config, lifecycle, log })
  lifecycle.onStop('stored secrets', await encryptSecrets({ sql, config, log }))
  lifecycle.onStop('setup', await offerSetup({ sql, config, log }))

  await startBlocklist({ sql, config, log, lifecycle })
  const stores = { sql, redis, qrQueue, destinationQueue, ch, config, log }
  const app = createApp(stores, { registry, tracing, checks, isStopping })
  await app.listen({ port: config.API_PORT, host: config.LISTEN_HOST })
  lifecycle.onStop('server', () => closeApp(app))
  lifecycle.onStop('balancers', () => new Promise((resolve) => setTimeout(resolve, drainMs)))
  log.info({ port: config.API_PORT, internal_port: internal.port }, 'API started')
}

function connectStores(urls: StoreUrls, lifecycle: Lifecycle) {
  const sql = connectPostgres(urls.database_url, { name: 'api' })
  lifecycle.onStop('postgres', () => sql.end({ timeout: 1 }))
  const redis = connectRedis(urls.redis_url, { name: 'api' })
  lifecycle.onStop('redis', () => redis.disconnect())
  const queueConnection = connectRedis(urls.redis_url, { name: 'api queues' })
  lifecycle.onStop('queue connection', () => queueConnection.disconnect())
  const ch = connectClickhouse(urls.clickhouse_url, urls.clickhouse_cluster)
  lifecycle.onStop('clickhouse', () => ch.close())
  const [qrQueue, destinationQueue] = [openQueue('qr', queueConnection), openQueue('destinations', queueConnection)]
  return { sql, redis, qrQueue, destinationQueue, ch }
}
