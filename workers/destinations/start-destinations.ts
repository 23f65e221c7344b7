import { setMaxListeners } from 'node:events'
import { RequestCounter } from '#model/limits/request-counter.ts'
import type { Config } from '#runtime/config.ts'
import { startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import { createResolve } from '#runtime/resolve-host.ts'
import { readVersion } from '#runtime/version.ts'
import type { Parts } from '../upkeep/start-upkeep.ts'
import { processDestination } from './process-destination.ts'
import { knownRobots, type Reader, robotsToken } from './read-url.ts'

/** Pages at once per process. Each waits for other hosts most of the time. */
const pagesAtOnce = 4
const mostSignals = 100

/** Reads the pages of destinations for previews, unless the installation turned that off. */
export function startDestinations(parts: Omit<Parts, 'clickhouse' | 'registry'>, urls: { redis_url: string }): void {
  const { config, log, lifecycle, sql, redis } = parts
  if (config.DESTINATION_CARDS === 'off') return
  const stopped = new AbortController()
  setMaxListeners(mostSignals, stopped.signal)
  const reader = createReader(config, new RequestCounter({ redis, log }))
  const connection = connectRedisForQueues(urls.redis_url, { name: 'workers destinations' })
  lifecycle.onStop('destination queue connection', () => connection.disconnect())
  const worker = startWorker('destinations', connection, { concurrency: pagesAtOnce, log }, (job) =>
    processDestination({ sql, reader, stopped: stopped.signal }, job),
  )
  lifecycle.onStop('destinations', async () => {
    stopped.abort()
    await worker.close()
  })
}

export function createReader(
  config: Pick<Config, 'BASE_URL' | 'DESTINATION_CARDS' | 'DNS_SERVERS'>,
  requestCounter: RequestCounter,
): Reader {
  const { BASE_URL, DESTINATION_CARDS } = config
  const allowPrivate = DESTINATION_CARDS === 'all'
  return {
    agent: `Mozilla/5.0 (compatible; ${robotsToken}/${readVersion()}; +${BASE_URL})`,
    requestCounter,
    robots: knownRobots(),
    safe: { allowHttp: true, allowPrivate, resolve: createResolve(config, { allowPrivate }) },
  }
}
