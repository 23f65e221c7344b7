import { checkKey } from '#model/installation/stored-secrets.ts'
import { tryWithKey } from '#model/installation/try-with-key.ts'
import { startBlocklist } from '#model/safety/blocklist.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import type { Config } from '#runtime/config.ts'
import { startInternalServer } from '#runtime/internal-server.ts'
import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Log } from '#runtime/log.ts'
import { createMetrics } from '#runtime/metrics.ts'
import { openPlaces, type Places } from '#runtime/places.ts'
import { connectPostgres, pingPostgres } from '#runtime/postgres.ts'
import { startWorker } from '#runtime/queues.ts'
import { connectRedis, connectRedisForQueues } from '#runtime/redis.ts'
import { repeat } from '#runtime/repeat.ts'
import { reportProcess } from '#runtime/report-process.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { Tracing } from '#runtime/span.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { startTracing } from '#runtime/tracing.ts'
import { BatchGatherer, mostTogether } from './clicks/batch-gatherer.ts'
import { createClickMetrics } from './clicks/click-metrics.ts'
import { createSteps } from './clicks/enrich.ts'
import { keepParked } from './clicks/keep-parked.ts'
import { processTogether } from './clicks/process-together.ts'
import { startDestinations } from './destinations/start-destinations.ts'
import { startWatch } from './destinations/watch-destinations.ts'
import { startImports } from './imports/start-imports.ts'
import { boundImageWork, rendersAtOnce } from './qr/limits.ts'
import { processQr } from './qr/process-qr.ts'
import { DrawThread } from './qr/render-in-thread.ts'
import { startLists } from './safety/fetch-lists.ts'
import { safetyTasks } from './safety/safety-tasks.ts'
import { type Parts, startUpkeep } from './upkeep/start-upkeep.ts'
import { startWebhooks } from './webhooks/start-webhooks.ts'

/** Concurrent inserts of clicks per process: while one waits for a store, another is enriched. */
const insertsAtOnce = 4
/** How often parked batches are counted. */
const parkedEveryMs = 30_000

interface WorkersOptions {
  config: Config
  urls: StoreUrls
  lifecycle: Lifecycle
  log: Log
}

/** Starts the workers. The lifecycle stops their parts in reverse order. */
export async function startWorkers({ config, urls, lifecycle, log }: WorkersOptions): Promise<void> {
  const tracing = await startTracing('workers', { config, lifecycle, log })
  const parts = { config, log, lifecycle, registry: createMetrics('workers'), ...openStores(urls, lifecycle) }
  const server = await startInternalServer({
    host: config.METRICS_HOST,
    port: config.METRICS_PORT_WORKERS,
    registry: parts.registry,
    checks: {
      postgres: () => pingPostgres(parts.sql),
      redis: () => parts.redis.ping(),
      clickhouse: () => parts.clickhouse.ping(),
    },
    isStopping: () => lifecycle.stopping,
  })
  lifecycle.onStop('internal server', () => server.close())
  const secretKeys = new SecretKeys(config)
  lifecycle.onStop('stored secrets', await tryWithKey(() => checkKey(parts.sql, secretKeys), log))
  const stopping = new AbortController()
  const safety = safetyTasks({ ...parts, blocklist: await startBlocklist(parts), stopped: stopping.signal })
  startUpkeep(parts, urls, safety)
  // Called before the upkeep stops, which waits for its tasks.
  lifecycle.onStop('requests to providers', () => stopping.abort())
  startLists(parts)
  const places = openPlaces(config.GEOIP_DB)
  startClicks({ ...parts, places }, urls, tracing)
  startQr(parts, urls)
  startWebhooks(parts, urls)
  startDestinations(parts, urls)
  startWatch(parts)
  startImports({ ...parts, places }, urls)
  reportProcess('workers', parts)
  log.info({ metrics_port: server.port }, 'workers started')
}

function openStores(urls: StoreUrls, lifecycle: Lifecycle): Pick<Parts, 'sql' | 'redis' | 'clickhouse'> {
  const name = 'workers'
  // Every batch and timer may hold a connection. Some timers need a second one: at most eight at once, so that they never all wait for it.
  const sql = connectPostgres(urls.database_url, { name, max: 2 * insertsAtOnce + 8 })
  const redis = connectRedis(urls.redis_url, { name })
  const clickhouse = connectClickhouse(urls.clickhouse_url, urls.clickhouse_cluster)
  lifecycle.onStop('postgres', () => sql.end({ timeout: 2 }))
  lifecycle.onStop('redis', () => redis.disconnect())
  lifecycle.onStop('clickhouse', () => clickhouse.close())
  return { sql, redis, clickhouse }
}

function startClicks(
  { config, log, lifecycle, registry, places, ...stores }: Parts & { places: Places },
  urls: StoreUrls,
  tracing: Tracing | null,
): void {
  const steps = createSteps({
    findPlace: places.find,
    ownHosts: new Set([config.BASE_DOMAIN, new URL(config.BASE_URL).host]),
  })
  const metrics = createClickMetrics(registry)
  const pipeline = { ...stores, log, places, steps, metrics, tracing, site: config }
  const lookAtParked = () =>
    keepParked(pipeline, config.DATA_DIR).catch((error: unknown) =>
      log.debug({ err: error }, 'failed to look at parked batches'),
    )
  const stopLooking = repeat(parkedEveryMs, lookAtParked)
  // Not awaited: a count can wait for Postgres.
  lifecycle.onStop('parked batches', () => void stopLooking())
  const connection = connectRedisForQueues(urls.redis_url, { name: 'workers clicks' })
  lifecycle.onStop('queue connection', () => connection.disconnect())
  const gatherer = new BatchGatherer((jobs) => processTogether(pipeline, jobs), insertsAtOnce)
  const concurrency = mostTogether + insertsAtOnce
  const worker = startWorker('clicks', connection, { concurrency, log }, (batch, job) =>
    gatherer.add(batch, { isRetry: job.attemptsStarted > 1 }),
  )
  lifecycle.onStop('clicks', () => worker.close())
}

function startQr({ log, lifecycle, redis }: Parts, urls: StoreUrls): void {
  boundImageWork()
  const connection = connectRedisForQueues(urls.redis_url, { name: 'workers qr' })
  lifecycle.onStop('qr queue connection', () => connection.disconnect())
  const thread = new DrawThread()
  lifecycle.onStop('qr thread', () => thread.close())
  const worker = startWorker('qr', connection, { concurrency: rendersAtOnce, log }, (job) =>
    processQr(redis, job, thread.render),
  )
  lifecycle.onStop('qr', () => worker.close())
}
