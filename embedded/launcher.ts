import { rmSync } from 'node:fs'
import type { Config } from '#runtime/config.ts'
import { createLog } from '#runtime/log.ts'
import { migrateStores } from '#runtime/migrate.ts'
import { readSetupToken, setupLink } from '#runtime/setup-token.ts'
import { givenUrls, stackFile } from '#runtime/store-urls.ts'
import type { App } from './apps.ts'
import { inside, prepareDataDir } from './folders.ts'
import { LaunchError } from './launch-error.ts'
import { takeLock } from './lock.ts'
import { reapOrphans } from './orphans.ts'
import { demandFreePort } from './ports.ts'
import { prepareApps } from './run-apps.ts'
import { type Stores, startStores } from './stores.ts'
import type { Log, Supervised } from './supervised.ts'
import { writePrivateFile } from './write-file.ts'

interface Options {
  config: Config
  apps: App[]
  log: Log
  /** Aborted when the launcher should stop. */
  stop: AbortSignal
}

const rootWarning =
  'Warning: Waymark runs as root. Create a user without privileges, make it the owner of DATA_DIR, and start Waymark as that user.'

/**
 * Starts everything, keeps it running until `stop` is aborted, then stops everything. If a process fails to start or keeps
 * failing, it stops everything and throws a LaunchError.
 */
export async function launch({ config, apps, log, stop }: Options): Promise<void> {
  const dataDir = prepareDataDir(config.DATA_DIR)
  if (process.getuid?.() === 0) log(rootWarning)
  const releaseLock = takeLock(inside(dataDir).lock, dataDir)
  try {
    rmSync(stackFile(dataDir), { force: true })
    await reapOrphans(dataDir, log)
    await demandPorts(config)
    await runStack({ config, apps, log, stop, dataDir })
  } catch (error) {
    // An error after a stop request is expected.
    if (!stop.aborted) throw error
  } finally {
    releaseLock()
  }
}

async function demandPorts(config: Config): Promise<void> {
  if (config.API_PORT === config.REDIRECT_PORT) {
    throw new LaunchError(`API_PORT and REDIRECT_PORT are both ${config.API_PORT}. Set them to different ports.`)
  }
  await demandFreePort('API_PORT', config.LISTEN_HOST, config.API_PORT)
  await demandFreePort('REDIRECT_PORT', config.LISTEN_HOST, config.REDIRECT_PORT)
}

async function runStack(options: Options & { dataDir: string }): Promise<void> {
  const { config, log, stop, dataDir } = options
  const broken = new AbortController()
  const onGiveUp = (error: LaunchError) => broken.abort(error)
  const end = AbortSignal.any([stop, broken.signal])
  // Also while a store reads its data.
  stop.addEventListener('abort', () => log('Stopping...'), { once: true })
  log('Starting PostgreSQL, Redis, and ClickHouse...')
  const stores = await startStores({
    dataDir,
    redisBin: config.REDIS_BIN,
    external: givenUrls(config),
    log,
    onGiveUp,
    signal: end,
  })
  try {
    await runOnStores({ ...options, stores, onGiveUp, end })
  } finally {
    rmSync(stackFile(dataDir), { force: true })
    await stores.stop()
  }
  if (broken.signal.aborted) throw broken.signal.reason
}

type Running = Options & { dataDir: string; stores: Stores; onGiveUp: (error: LaunchError) => void; end: AbortSignal }

async function runOnStores({ config, apps, log, dataDir, stores, onGiveUp, end }: Running): Promise<void> {
  const { database_url, redis_url, clickhouse_url } = stores
  const urls = { database_url, redis_url, clickhouse_url, clickhouse_cluster: config.CLICKHOUSE_CLUSTER }
  writePrivateFile(stackFile(dataDir), JSON.stringify({ ...urls, base_url: config.BASE_URL, pid: process.pid }))
  // A backup of an earlier version is restored into stores without tables.
  if (apps.length > 0) await migrateStores(urls, createLog('migrate', { LOG_LEVEL: 'warn', LOG_PRETTY: true }))
  end.throwIfAborted()
  const running = prepareApps({ apps, config, dataDir, urls, log, onGiveUp })
  try {
    if (running.length > 0) log(`Starting ${running.map((app) => app.name).join(', ')}...`)
    await startTogether(running, end)
    if (running.length > 0) logAddresses(config, dataDir, log)
    else log('The stores are ready.')
    log(`Data and logs: ${dataDir}  Press Ctrl+C to stop.`)
    await new Promise<void>((resolve) => (end.aborted ? resolve() : end.addEventListener('abort', () => resolve())))
  } finally {
    await Promise.all(running.map((app) => app.stop()))
  }
}

function logAddresses(config: Config, dataDir: string, log: Log): void {
  log(`Waymark is ready. Dashboard and API: ${config.BASE_URL}  Short links: http://${config.BASE_DOMAIN}/`)
  const setupToken = readSetupToken(dataDir)
  if (setupToken !== null) log(`First run: open ${setupLink(config.BASE_URL, setupToken)}`)
}

/** If one app fails to start, the others are stopped before the error is thrown. */
async function startTogether(running: Supervised[], end: AbortSignal): Promise<void> {
  const failed = new AbortController()
  const signal = AbortSignal.any([end, failed.signal])
  const starting = running.map((app) => app.start(signal))
  try {
    await Promise.all(starting)
  } catch (error) {
    failed.abort()
    await Promise.allSettled(starting)
    throw error
  }
}
