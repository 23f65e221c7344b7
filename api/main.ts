import { connectClickhouse } from '#runtime/clickhouse.ts'
import { readConfig } from '#runtime/config.ts'
import { startInternalServer } from '#runtime/internal-server.ts'
import { createLifecycle } from '#runtime/lifecycle.ts'
import { createLog } from '#runtime/log.ts'
import { createMetrics } from '#runtime/metrics.ts'
import { connectPostgres, pingPostgres } from '#runtime/postgres.ts'
import { openQueue } from '#runtime/queues.ts'
import { connectRedis } from '#runtime/redis.ts'
import { reportProcess } from '#runtime/report-process.ts'
import { findStoreUrls } from '#runtime/store-urls.ts'
import { offerSetup } from './accounts/set-up.ts'
import { createApp } from './app.ts'
import { tlsAsk } from './domains/tls-ask.ts'

/** How long a balancer may take to see /readyz turn 503 before connections are closed. */
const drainMs = 2_000

const config = readConfig()
const log = createLog('api', config)
const lifecycle = createLifecycle(log)
lifecycle.stopOnSignals()

const urls = findStoreUrls(config)
const sql = connectPostgres(urls.database_url, { name: 'api' })
lifecycle.onStop('postgres', () => sql.end({ timeout: 1 }))
const redis = connectRedis(urls.redis_url, { name: 'api' })
lifecycle.onStop('redis', () => redis.disconnect())
const qrConnection = connectRedis(urls.redis_url, { name: 'api qr' })
lifecycle.onStop('qr queue connection', () => qrConnection.disconnect())
const qrQueue = openQueue('qr', qrConnection)
const ch = connectClickhouse(urls.clickhouse_url)
lifecycle.onStop('clickhouse', () => ch.close())

const registry = createMetrics('api')
const checks = { postgres: () => pingPostgres(sql), redis: () => redis.ping(), clickhouse: () => ch.ping() }
const isStopping = () => lifecycle.stopping
const routes = { '/internal/tls-ask': tlsAsk(sql, config) }
const internal = await startInternalServer({ port: config.METRICS_PORT_API, registry, checks, isStopping, routes })
lifecycle.onStop('internal server', () => internal.close())

reportProcess('api', { redis, registry, config, lifecycle, log })
lifecycle.onStop('set-up', await offerSetup({ sql, config, log }))

const app = createApp({ sql, redis, qrQueue, ch, config, log }, { registry, checks, isStopping })
await app.listen({ port: config.API_PORT, host: config.LISTEN_HOST })
lifecycle.onStop('server', () => app.close())
lifecycle.onStop('balancers', () => new Promise((resolve) => setTimeout(resolve, drainMs)))
log.info({ port: config.API_PORT, internal_port: internal.port }, 'api is up')
