import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { givenFields } from '#core/fields.ts'
import { type ClickHouse, connectClickhouse } from '#runtime/clickhouse.ts'
import { createLog } from '#runtime/log.ts'
import { migrateAll } from '#runtime/migrate.ts'
import { connectPostgres, type Sql } from '#runtime/postgres.ts'
import { builtProgram, projectDir } from '#runtime/project.ts'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { Child } from '../embedded/child.ts'
import { plain } from '../embedded/environment.ts'
import { prepareDataDir } from '../embedded/folders.ts'
import { logTail } from '../embedded/logs.ts'
import { freePort } from '../embedded/ports.ts'
import { type Stores, startStores } from '../embedded/stores.ts'
import { host } from './visits.ts'

export interface App {
  name: string
  /** Its program, relative to the top folder. */
  file: string
  env?: Record<string, string>
  /** Responds when the process is ready. */
  readyUrl?: string
}

/** The real stores with Waymark processes. All files are in one folder, which is deleted at the end. */
export interface Stack {
  urls: StoreUrls
  sql: Sql
  redis: Redis
  clickhouse: ClickHouse
  dataDir: string
  /** Process ids of the stores that the bench started on this machine. */
  storePids: Partial<Record<'postgres' | 'redis' | 'clickhouse', number>>
  /** Returns the process id. */
  start(app: App): Promise<number>
  close(): Promise<void>
}

/** Starts a process on a free port, named in this setting, and waits until it is ready there. */
export async function startOnPort(stack: Stack, setting: string, app: App): Promise<{ pid: number; port: number }> {
  const port = await freePort()
  const env = { [setting]: String(port), ...app.env }
  return { pid: await stack.start({ ...app, env, readyUrl: `http://127.0.0.1:${port}/readyz` }), port }
}

/** The process id of workers. */
export async function startWorkers(stack: Stack, env: Record<string, string> = {}): Promise<number> {
  const workers = { name: 'workers', file: 'workers/main.ts', env }
  return (await startOnPort(stack, 'METRICS_PORT_WORKERS', workers)).pid
}

const startMs = 60_000
const stopMs = 15_000
const pollMs = 50

interface StackOptions {
  profile: string | undefined
  /** Aborts a start in progress. */
  signal: AbortSignal
}

/** Starts a new stack with new stores in the system's temporary folder. */
export async function startStack({ profile, signal }: StackOptions): Promise<Stack> {
  const dataDir = prepareDataDir(await mkdtemp(join(tmpdir(), 'waymark-bench-')))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  let stores: Stores | undefined
  try {
    stores = await startStores({ dataDir, external: {}, log: console.log, signal })
    const { postgres, redis, clickhouse } = stores.processes
    const pids = { postgres: postgres?.pid, redis: redis?.pid, clickhouse: clickhouse?.pid }
    const stack = await openStack(stores, dataDir, { profile })
    return {
      ...stack,
      storePids: givenFields(pids),
      close: async () => {
        await stack.close()
        await stores?.stop()
        await removeFolder()
      },
    }
  } catch (error) {
    await stores?.stop()
    await removeFolder()
    throw error
  }
}

interface AppOptions {
  /** The folder for CPU profiles. */
  profile?: string | undefined
  /** Settings of all processes. A process can override them. */
  settings?: Record<string, string>
}

/** Opens a stack on running stores. Closing it keeps the stores and the folder. */
export async function openStack(urls: StoreUrls, folder: string, options: AppOptions = {}): Promise<Stack> {
  const dataDir = prepareDataDir(folder)
  const sql = connectPostgres(urls.database_url, { name: 'bench', max: 4 })
  const redis = connectRedis(urls.redis_url, { name: 'bench' })
  const clickhouse = connectClickhouse(urls.clickhouse_url)
  const running: Child[] = []
  let closing = false
  // Printed immediately, since the folder with the log is deleted when the bench fails.
  const tellEnd = async ({ name, ended, log }: Child) => {
    const how = await ended
    if (!closing) console.error(`${name} ${how}. The end of its log:\n${logTail(log)}`)
  }
  await whenReady(redis)
  await migrateAll(sql, clickhouse, createLog('bench', { LOG_LEVEL: 'warn', LOG_PRETTY: true }))
  return {
    urls,
    sql,
    redis,
    clickhouse,
    dataDir,
    storePids: {},
    async start(app) {
      const child = new Child(describe(app, urls, dataDir, options), dataDir)
      running.push(child)
      await untilReady(app, child)
      if (child.pid === undefined) throw new Error(`${app.name} could not be started`)
      void tellEnd(child)
      return child.pid
    },
    async close() {
      closing = true
      await Promise.all(running.map((child) => child.stop()))
      redis.disconnect()
      await Promise.all([sql.end({ timeout: 1 }), clickhouse.close()])
    },
  }
}

function describe(app: App, urls: StoreUrls, dataDir: string, { profile, settings }: AppOptions) {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const marker = `--data-dir=${dataDir}`
  return {
    name: app.name,
    kind: 'app' as const,
    command: process.execPath,
    args: [...profiling, builtProgram(app.file), marker],
    cwd: projectDir,
    env: {
      ...plain(),
      DATABASE_URL: urls.database_url,
      REDIS_URL: urls.redis_url,
      CLICKHOUSE_URL: urls.clickhouse_url,
      DATA_DIR: dataDir,
      BASE_DOMAIN: host,
      LISTEN_HOST: '127.0.0.1',
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_FACTOR: '0',
      DESTINATION_CHECKS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
      ...app.env,
    },
    marker,
    stopSignal: 'SIGTERM' as const,
    stopMs,
  }
}

async function untilReady({ name, readyUrl }: App, child: Child): Promise<void> {
  const end = performance.now() + startMs
  while (readyUrl !== undefined && !(await answers(readyUrl))) {
    if (child.hasEnded || performance.now() > end) throw new Error(`${name} did not start:\n${logTail(child.log)}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(1_000) })
    await answer.body?.cancel()
    return answer.status < 400
  } catch {
    // Not listening yet: the caller retries until its deadline.
    return false
  }
}
