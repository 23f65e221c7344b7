import type { ChildSpec } from './child.ts'
import { checkClickhouse, clickhouseUrl, prepareClickhouse } from './clickhouse-child.ts'
import { demandExternal, queryClickhouse, queryPostgres, queryRedis } from './external.ts'
import { inside, prepareDataDir } from './folders.ts'
import type { LaunchError } from './launch-error.ts'
import { freePort } from './ports.ts'
import { checkPostgres, postgresUrl, preparePostgres } from './postgres/postgres.ts'
import { prepareRedis, redisUrl } from './redis/redis.ts'
import { readSecrets } from './secrets.ts'
import { type Log, Supervised } from './supervised.ts'

type StoreName = 'postgres' | 'redis' | 'clickhouse'

export interface Stores {
  database_url: string
  redis_url: string
  clickhouse_url: string
  /** The embedded stores. Each is restarted if it exits unexpectedly, and keeps its URL. */
  processes: Partial<Record<StoreName, Supervised>>
  stop(): Promise<void>
}

export interface StoreOptions {
  dataDir: string
  redisBin?: string | undefined
  /** Servers to use instead of the embedded ones. */
  external: { database_url?: string | undefined; redis_url?: string | undefined; clickhouse_url?: string | undefined }
  log: Log
  /** Called if a running store fails and cannot be restarted. */
  onGiveUp?: (error: LaunchError) => void
  /** Cancels the start. */
  signal?: AbortSignal
}

interface StoreSetup {
  name: StoreName
  external: { setting: string; url: string | undefined; query: (url: string) => Promise<void> }
  prepare: (port: number) => ChildSpec | Promise<ChildSpec>
  /** Throws unless the store responds to a query. */
  check: (port: number) => Promise<void>
  url: (port: number) => string
}

/** Long enough for a slow disk. The time in which Redis or PostgreSQL read their data is not counted. */
const startMs = 120_000

/** Starts the three stores, or connects to external ones. Resolves when all respond; stops all if one fails. */
export async function startStores(options: StoreOptions): Promise<Stores> {
  const plan = plans({ ...options, dataDir: prepareDataDir(options.dataDir) })
  const processes: Stores['processes'] = {}
  const failed = new AbortController()
  const signal = AbortSignal.any([failed.signal, ...(options.signal === undefined ? [] : [options.signal])])
  const start = (one: StoreSetup) => bringUp(one, { ...options, signal }, processes)
  const starting = [start(plan.postgres), start(plan.redis), start(plan.clickhouse)] as const
  try {
    const [database_url, redis_url, clickhouse_url] = await Promise.all(starting)
    return { database_url, redis_url, clickhouse_url, processes, stop: () => stopStores(processes) }
  } catch (error) {
    failed.abort()
    await Promise.allSettled(starting)
    await stopStores(processes)
    throw error
  }
}

/** The order matters: other shutdowns may still need Postgres. */
async function stopStores(processes: Stores['processes']): Promise<void> {
  await processes.clickhouse?.stop()
  await processes.redis?.stop()
  await processes.postgres?.stop()
}

async function bringUp(
  plan: StoreSetup,
  options: StoreOptions & { signal: AbortSignal },
  processes: Stores['processes'],
): Promise<string> {
  const { setting, url, query } = plan.external
  if (url !== undefined) {
    await demandExternal(setting, () => query(url), options)
    return url
  }
  const port = await freePort()
  const spec = await plan.prepare(port)
  options.signal.throwIfAborted()
  const supervised = new Supervised({
    spec,
    dataDir: options.dataDir,
    check: () => plan.check(port),
    startMs: startMs,
    log: options.log,
    onGiveUp: options.onGiveUp ?? ((error) => options.log(error.message)),
  })
  processes[plan.name] = supervised
  await supervised.start(options.signal)
  return plan.url(port)
}

function plans({ dataDir, redisBin, external, log }: StoreOptions): Record<StoreName, StoreSetup> {
  const secrets = readSecrets(inside(dataDir).secrets)
  return {
    postgres: {
      name: 'postgres',
      external: { setting: 'DATABASE_URL', url: external.database_url, query: (url) => queryPostgres(url) },
      prepare: (port) => preparePostgres(dataDir, port, secrets.postgres),
      check: (port) => checkPostgres(port, secrets.postgres),
      url: (port) => postgresUrl(port, secrets.postgres),
    },
    redis: {
      name: 'redis',
      external: { setting: 'REDIS_URL', url: external.redis_url, query: queryRedis },
      prepare: (port) => prepareRedis({ dataDir, port, password: secrets.redis, redisBin, log }),
      check: (port) => queryRedis(redisUrl(port, secrets.redis)),
      url: (port) => redisUrl(port, secrets.redis),
    },
    clickhouse: {
      name: 'clickhouse',
      external: { setting: 'CLICKHOUSE_URL', url: external.clickhouse_url, query: queryClickhouse },
      prepare: (port) => prepareClickhouse(dataDir, port, secrets.clickhouse),
      check: (port) => checkClickhouse(port, secrets.clickhouse),
      url: (port) => clickhouseUrl(port, secrets.clickhouse),
    },
  }
}
