import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClickHouse, connectClickhouse } from '#runtime/clickhouse.ts'
import { connectPostgres, type Sql } from '#runtime/postgres.ts'
import { plain } from '../../embedded/environment.ts'
import { prepareDataDir } from '../../embedded/folders.ts'
import { freePort } from '../../embedded/ports.ts'
import { type Stores, startStores } from '../../embedded/stores.ts'
import type { Supervised } from '../../embedded/supervised.ts'
import { runCommand } from '../../tools/run-command.ts'
import { prepareApp } from '../guarantees/apps.ts'
import { type ReadinessWatch, watchReadiness } from '../guarantees/readiness.ts'
import { appSettings } from '../guarantees/stack.ts'
import { SupervisionLog } from '../guarantees/supervision-log.ts'
import type { Version } from './check-out.ts'

export type AppName = 'api' | 'redirector' | 'workers'

/** A process that can be replaced by one of another version, with the same port and the same disk. */
interface Place {
  app: AppName
  instance: number
  port: number
  running: Supervised | undefined
}

/** Two processes of each kind on the same stores. Each process can be of another version. */
export interface Installation {
  dataDir: string
  sql: Sql
  clickhouse: ClickHouse
  key: string
  apiPorts: number[]
  redirectPorts: number[]
  /** The state that load balancers know. */
  watch: ReadinessWatch
  places: Record<AppName, Place[]>
  migrate: (version: Version) => Promise<void>
  start: (place: Place, version: Version) => Promise<void>
  stop: (place: Place) => Promise<void>
  close(options?: { keepFolder?: boolean }): Promise<void>
}

const processesOfAKind = 2
const commandMs = 5 * 60_000
/** A process that takes longer is killed, and would have broken G10. */
const stopMostMs = 12_000
const portNames = { api: 'API_PORT', redirector: 'REDIRECT_PORT', workers: 'METRICS_PORT_WORKERS' }

/** Starts the stores, migrates them with a version, and creates a key. No process runs yet. */
export async function install(version: Version): Promise<Installation> {
  const dataDir = prepareDataDir(await mkdtemp(join(tmpdir(), 'waymark-versions-')))
  const undo: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  const close = async ({ keepFolder = false } = {}) => {
    if (keepFolder) undo.shift()
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return { ...(await bringUp(version, dataDir, undo)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function bringUp(
  version: Version,
  dataDir: string,
  undo: (() => Promise<unknown>)[],
): Promise<Omit<Installation, 'close'>> {
  const log = new SupervisionLog(dataDir).write
  const stores = await startStores({ dataDir, external: {}, log })
  undo.push(() => stores.stop())
  const sql = connectPostgres(stores.database_url, { name: 'upgrade', max: 2 })
  const clickhouse = connectClickhouse(stores.clickhouse_url)
  undo.push(() => Promise.all([sql.end({ timeout: 1 }), clickhouse.close()]))
  const waymark = commandLine(dataDir, stores)
  await waymark(version, 'migrate')
  const permissions = 'read,write,delete,analytics'
  const created = await waymark(version, 'keys', 'create', '--name', 'upgrade', '--permissions', permissions, '--json')
  const { key } = JSON.parse(created.slice(created.indexOf('{'))) as { key: string }
  const places = {
    api: await placesFor('api'),
    redirector: await placesFor('redirector'),
    workers: await placesFor('workers'),
  }
  const portsOf = (app: AppName) => places[app].map(({ port }) => port)
  const watch = watchReadiness([...portsOf('api'), ...portsOf('redirector')])
  undo.push(() => watch.stop())
  const all = Object.values(places).flat()
  undo.push(() => Promise.all(all.map(async ({ running }) => await running?.stop('SIGKILL'))))
  const start = async (place: Place, programs: Version) => {
    const { app, instance, port } = place
    place.running = prepareApp({
      name: `${app}-${instance}`,
      file: `${app}/main.ts`,
      dataDir,
      urls: stores,
      env: { ...appSettings, INSTANCE: String(instance), [portNames[app]]: String(port) },
      healthUrl: `http://127.0.0.1:${port}/${app === 'workers' ? 'healthz' : 'readyz'}`,
      log,
      programs,
    })
    await place.running.start()
  }
  return {
    ...{ dataDir, sql, clickhouse, key, places, watch, start },
    apiPorts: portsOf('api'),
    redirectPorts: portsOf('redirector'),
    migrate: async (to) => void (await waymark(to, 'migrate')),
    stop: stopInTime,
  }
}

const placesFor = (app: AppName): Promise<Place[]> =>
  Promise.all(
    Array.from({ length: processesOfAKind }, async (_, instance) => ({
      ...{ app, instance, running: undefined },
      port: await freePort(),
    })),
  )

async function stopInTime({ app, running }: Place): Promise<void> {
  const start = performance.now()
  await running?.stop()
  const ms = performance.now() - start
  if (ms > stopMostMs) throw new Error(`${app} did not stop within ${ms.toFixed()} ms`)
}

/** The command line of a version, with the settings of the installation. */
function commandLine(dataDir: string, urls: Stores) {
  const env = {
    ...plain(),
    ...appSettings,
    DATA_DIR: dataDir,
    DATABASE_URL: urls.database_url,
    REDIS_URL: urls.redis_url,
    CLICKHOUSE_URL: urls.clickhouse_url,
  }
  return async ({ folder, argsFor }: Version, ...args: string[]): Promise<string> => {
    const command = [process.execPath, ...argsFor('cli/main.ts'), ...args]
    const { code, output } = await runCommand(command, { cwd: folder, env, limitMs: commandMs })
    if (code !== 0) throw new Error(`waymark ${args.join(' ')} failed:\n${output}`)
    return output
  }
}
