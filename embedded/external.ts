import { connectClickhouse } from '#runtime/clickhouse.ts'
import { connectPostgres } from '#runtime/postgres.ts'
import { connectRedisToAsk } from '#runtime/redis.ts'
import { pause } from '#runtime/repeat.ts'
import { errorCode, LaunchError, LoadingError, reason } from './launch-error.ts'
import type { Log } from './supervised.ts'

/** How long to wait for a server that starts at the same time, such as in another container. */
const patienceMs = 15_000
/** Longer than the client waits for the first Sentinel, which may be down. */
const oneTryMs = 8_000
const pauseMs = 500
const loggedEveryMs = 30_000
/** PostgreSQL refuses connections while it starts, recovers or stops. */
const cannotConnectNow = '57P03'

/** Waits until the server of a setting responds to a query, however long it reads its data. */
export async function demandExternal(
  setting: string,
  check: () => Promise<void>,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  let deadline = performance.now() + patienceMs
  let loggedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await check()
    } catch (error) {
      signal.throwIfAborted()
      if (performance.now() > loggedAt + loggedEveryMs) {
        log(`${setting}: waiting for the server (${reason(error)})...`)
        loggedAt = performance.now()
      }
      if (error instanceof LoadingError) deadline = performance.now() + patienceMs
      if (performance.now() > deadline) {
        throw new LaunchError(`${setting}: the server is not responding (${reason(error)}).`, { cause: error })
      }
    }
    await pause(pauseMs, signal)
  }
}

export async function queryPostgres(url: string, statement = 'select 1'): Promise<void> {
  const sql = connectPostgres(url, { name: 'launcher', max: 1 })
  try {
    await sql.unsafe(statement)
  } catch (error) {
    throw errorCode(error) === cannotConnectNow ? new LoadingError(reason(error)) : error
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export async function queryRedis(url: string): Promise<void> {
  const redis = connectRedisToAsk(url, { name: 'launcher' })
  let timer: NodeJS.Timeout | undefined
  // The client retries forever and reports errors only to listeners.
  let problem: Error | undefined
  redis.on('error', (error: Error) => {
    problem = error
  })
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(problem ?? new Error(`no response within ${oneTryMs / 1000} s`)), oneTryMs)
  })
  try {
    await Promise.race([redis.ping(), late])
  } catch (error) {
    throw isRedisLoading(error) ? new LoadingError('it is reading its data') : error
  } finally {
    clearTimeout(timer)
    redis.disconnect()
  }
}

/** Redis responds to every command with LOADING; the client of a cluster has the response of the last node. */
const isRedisLoading = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('LOADING') || ('lastNodeError' in error && isRedisLoading(error.lastNodeError)))

export async function queryClickhouse(url: string): Promise<void> {
  const clickhouse = connectClickhouse(url)
  try {
    await clickhouse.ping()
  } finally {
    await clickhouse.close()
  }
}
