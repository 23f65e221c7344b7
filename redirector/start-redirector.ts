import { setTimeout as sleep } from 'node:timers/promises'
import { hostWithoutPort } from '#core/visits/host.ts'
import { VisitorPlaces } from '#model/clicks/visitor-places.ts'
import { loadSalt } from '#model/clicks/visitor-salts.ts'
import { ensureBaseDomain } from '#model/domains/ensure-base-domain.ts'
import { checkKey } from '#model/installation/stored-secrets.ts'
import { RequestCounter } from '#model/limits/request-counter.ts'
import { AddressRanges } from '#runtime/address-ranges.ts'
import type { Config } from '#runtime/config.ts'
import { MessageHearer } from '#runtime/hear-messages.ts'
import { startInternalServer } from '#runtime/internal-server.ts'
import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Log } from '#runtime/log.ts'
import { createMetrics } from '#runtime/metrics.ts'
import { connectPostgres, pingPostgres, type Sql } from '#runtime/postgres.ts'
import { connectRedis, connectRedisForQueues, type Redis } from '#runtime/redis.ts'
import { reportProcess } from '#runtime/report-process.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { startTracing } from '#runtime/tracing.ts'
import { DomainApps } from './apps/domain-apps.ts'
import { startClicks } from './clicks/start-clicks.ts'
import { VisitorIds } from './clicks/visitor-id.ts'
import { ownPaths } from './own-paths.ts'
import { BrandedPages } from './pages/branded-pages.ts'
import { type Measured, registerMetrics } from './redirector-metrics.ts'
import { openTraces } from './traces/open-traces.ts'
import { serveVisits } from './transport/serve-visits.ts'
import { ChangeFeed } from './visit/change-feed.ts'
import { LinkFinder } from './visit/find-link.ts'
import { FactGatherer } from './visit/gather-facts.ts'
import { VisitHandler } from './visit/handle-visit.ts'
import { LinkResolver } from './visit/resolve-link.ts'
import { SpecialVisits } from './visit/special-visits.ts'
import { ReportDesk } from './visit/take-report.ts'
import { UnknownCodes } from './visit/unknown-codes.ts'
import { VisitClock } from './visit/visit-clock.ts'

const postgresConnections = 4
/** Retry interval while the database is not available at startup. */
const startRetryMs = 500

/** Waiting times while a redirector stops. */
interface StopTimes {
  /** Time for load balancers that check /readyz to stop sending visits. */
  drainMs: number
  /** Time for the workers to store the last segments. The rest stays on disk for the next process. */
  shipMostMs: number
}

const usualStopTimes: StopTimes = { drainMs: 2_000, shipMostMs: 2_500 }

interface RedirectorOptions {
  config: Config
  urls: StoreUrls
  lifecycle: Lifecycle
  log: Log
  stopTimes?: StopTimes
}

export interface Redirector {
  port: number
  internalPort: number
  transport: 'uws' | 'node'
}

/** Starts the redirector. The lifecycle stops its parts in reverse order. */
export async function startRedirector({
  config,
  urls,
  lifecycle,
  log,
  stopTimes: { drainMs, shipMostMs } = usualStopTimes,
}: RedirectorOptions): Promise<Redirector> {
  const traces = openTraces(await startTracing('redirector', { config, lifecycle, log }))
  const stores = connectStores(urls, lifecycle)
  const { sql, redis } = stores
  const stopping = new AbortController()
  const base = { host: hostWithoutPort(config.BASE_DOMAIN), id: '' }
  const visitorIds = createVisitorIds({ config, stores, lifecycle, log })
  await untilItWorks(lifecycle, log, async () => {
    base.id = await ensureBaseDomain(sql, config)
    await visitorIds.start()
  })
  const secretKeys = new SecretKeys(config)
  await checkKey(sql, secretKeys)
  const changes = new ChangeFeed({ redis, countVisits: () => sum(visits.answered), log })
  const resolver = new LinkResolver({ sql, redis, log, secretKeys }, base, changes.trust)
  const pages = new BrandedPages({ sql, redis, log, secretKeys }, changes.trust, (host) => resolver.isServed(host))
  const apps = new DomainApps({ sql, redis, log, secretKeys }, changes.trust)
  const hearer = new MessageHearer(stores.subscriber, log)
  const shipping = { queueRedis: stores.queueRedis, shipMostMs, hearer, traces: traces.batches }
  const clicks = await startClicks({ config, ...shipping, lifecycle, log })
  const proxies = config.TRUSTED_PROXIES.length === 0 ? null : new AddressRanges(config.TRUSTED_PROXIES)
  const visits = new VisitHandler({
    resolver,
    pages,
    apps,
    links: new LinkFinder({ resolver, unknownCodes: new UnknownCodes(), proxies }),
    reports: new ReportDesk({ sql, config, resolver, requestCounter: new RequestCounter({ redis, log }), proxies }),
    special: specialVisits(config, { sql, redis, visitorIds, apps, stopping: stopping.signal, log }),
    clicks: traces.createRecorder({ spool: clicks.spool, visitorIds, proxies }),
    clock: new VisitClock({ onSetBack: () => changes.expireAll(), log }),
    proxies,
    ownPaths: ownPaths({ lifecycle, spool: clicks.spool, redis }),
    log,
  })
  const stopComparing = changes.start(hearer, [resolver, pages, apps])
  // Not awaited: a comparison can wait 2 s for Redis.
  lifecycle.onStop('changes', () => void stopComparing())
  const internalPort = await startInternal({ config, stores, lifecycle, log }, { visits, resolver, ...clicks })
  const serving = { visits, handle: traces.handleBy(visits), config, drainMs, lifecycle, log }
  const { port, transport } = await serveVisits(serving)
  lifecycle.onStop('waiting visits', () => stopping.abort())
  log.info({ port, transport, internal_port: internalPort }, `redirecting on port ${port}`)
  return { port, transport, internalPort }
}

interface SpecialParts {
  sql: Sql
  redis: Redis
  visitorIds: VisitorIds
  apps: DomainApps
  stopping: AbortSignal
  log: Log
}

function specialVisits(config: Config, { log, ...parts }: SpecialParts): SpecialVisits {
  const facts = new FactGatherer({
    ...parts,
    places: new VisitorPlaces(config.GEOIP_DB, log),
    ownHosts: new Set([config.BASE_DOMAIN, new URL(config.BASE_URL).host]),
  })
  return new SpecialVisits({ ...parts, facts, secure: config.BASE_URL.startsWith('https:') })
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((total, count) => total + count, 0)

interface Internals {
  config: Config
  stores: { sql: Sql; redis: Redis }
  lifecycle: Lifecycle
  log: Log
}

function createVisitorIds({ config, stores: { sql }, lifecycle, log }: Internals): VisitorIds {
  const windowDays = config.VISITOR_WINDOW_DAYS
  const visitorIds = new VisitorIds({ windowDays, loadSalt: (day) => loadSalt(sql, day), log })
  lifecycle.onStop('visitor ids', () => visitorIds.stop())
  return visitorIds
}

async function startInternal(
  { config, stores: { sql, redis }, lifecycle, log }: Internals,
  measured: Measured,
): Promise<number> {
  const registry = createMetrics('redirector')
  registerMetrics(registry, measured)
  const server = await startInternalServer({
    host: config.METRICS_HOST,
    port: config.METRICS_PORT_REDIRECTOR,
    registry,
    checks: { postgres: () => pingPostgres(sql), redis: () => redis.ping() },
    isStopping: () => lifecycle.stopping,
  })
  lifecycle.onStop('internal server', () => server.close())
  reportProcess('redirector', { redis, registry, config, lifecycle, log })
  return server.port
}

function connectStores(urls: StoreUrls, lifecycle: Lifecycle) {
  const sql = connectPostgres(urls.database_url, { name: 'redirector', max: postgresConnections })
  const redis = connectRedis(urls.redis_url, { name: 'redirector' })
  const queueRedis = connectRedisForQueues(urls.redis_url, { name: 'redirector queues' })
  const subscriber = connectRedisForQueues(urls.redis_url, { name: 'redirector subscriptions' })
  lifecycle.onStop('stores', async () => {
    for (const connection of [redis, queueRedis, subscriber]) connection.disconnect()
    await sql.end({ timeout: 1 })
  })
  return { sql, redis, queueRedis, subscriber }
}

async function untilItWorks(lifecycle: Lifecycle, log: Log, start: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (lifecycle.stopping) throw new Error('stopped before Postgres was available', { cause: error })
      log.warn({ err: error }, 'waiting for Postgres')
      await sleep(startRetryMs)
    }
  }
}
