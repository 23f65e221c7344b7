import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster } from 'ioredis'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { connectPostgres } from '#runtime/postgres.ts'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import { errorCode, LaunchError, LoadingError, reason } from './launch-error.ts'
import type { Log } from './supervised.ts'

/** How long to wait for a server that starts at the same time, such as in another container. */
const patienceMs = 15_000
const oneTryMs = 5_000
const pauseMs = 500
/** PostgreSQL refuses connections while it starts, recovers or stops. */
const cannotConnectNow = '57P03'

/** Waits until the server of a setting responds to a query, however long it reads its data. */
export async function demandExternal(
  setting: string,
  check: () => Promise<void>,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  let deadline = Date.now() + patienceMs
  let hasTold = false
  for (;;) {
    try {
      return await check()
    } catch (error) {
      signal.throwIfAborted()
      if (!hasTold) log(`${setting}: waiting for the server (${reason(error)})...`)
      hasTold = true
      if (error instanceof LoadingError) deadline = Date.now() + patienceMs
      if (Date.now() > deadline) {
        throw new LaunchError(`${setting}: the server is not responding (${reason(error)}).`, { cause: error })
      }
    }
    await sleep(pauseMs)
  }
}

export async function queryPostgres(url: string, statement = 'select 1'): Promise<void> {
  const sql = connectPostgres(url, { name: 'launcher', max: 1 })
  try {
    await sql.unsafe(statement)
  } catch (error) {
    throw errorCode(error) === cannotConnectNow ? new LoadingError(reason(error), { cause: error }) : error
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export async function queryRedis(url: string): Promise<void> {
  const redis = connectRedis(url, { name: 'launcher' })
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
    await Promise.race([whenReady(redis).then(() => redis.ping()), late])
  } catch (error) {
    throw (await isLoading(redis)) ? new LoadingError('it is reading its data', { cause: error }) : error
  } finally {
    clearTimeout(timer)
    redis.disconnect()
  }
}

/** The client waits for a server that is reading its data, and does not tell. */
async function isLoading(redis: Redis): Promise<boolean> {
  if (redis instanceof Cluster) return false
  const probe = redis.duplicate({ enableReadyCheck: false, enableOfflineQueue: true, retryStrategy: () => null })
  probe.on('error', () => undefined)
  const refusal = await probe.ping().catch(String)
  probe.disconnect()
  return refusal.includes('LOADING')
}

export async function queryClickhouse(url: string): Promise<void> {
  const clickhouse = connectClickhouse(url)
  try {
    await clickhouse.ping()
  } finally {
    await clickhouse.close()
  }
}
