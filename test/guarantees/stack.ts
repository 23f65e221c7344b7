import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClickHouse, connectClickhouse } from '#runtime/clickhouse.ts'
import { createLog } from '#runtime/log.ts'
import { migrateAll } from '#runtime/migrate.ts'
import { connectPostgres, type Sql } from '#runtime/postgres.ts'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { inside, prepareDataDir } from '../../embedded/folders.ts'
import { freePort } from '../../embedded/ports.ts'
import { type Stores, startStores } from '../../embedded/stores.ts'
import type { Supervised } from '../../embedded/supervised.ts'
import { createAccount } from '../factories/account.ts'
import { createKey } from '../factories/key.ts'
import { transportUnderTest } from '../stack/transport.ts'
import { prepareApp } from './apps.ts'
import { Proxy } from './proxy.ts'
import { SupervisionLog } from './supervision-log.ts'

type AppName = 'api' | 'redirector' | 'workers'
export type StoreName = 'postgres' | 'redis' | 'clickhouse'

interface StackOptions {
  apis?: number
  redirectors?: number
  workers?: number
  /** Connections from apps to stores that go through a proxy. */
  proxied?: Partial<Record<AppName, StoreName[]>>
  env?: Record<string, string>
  /** Instead of a new temporary folder. */
  dataDir?: string
  /** An API key of the account in `dataDir`, if an earlier stack has created one. */
  key?: string
  /** A Redis to use instead of a server of the stack. */
  redisUrl?: string
  /** Called with the URLs of the stores; returns those that the apps use. */
  reroute?: (urls: StoreUrls) => Promise<StoreUrls>
  /**
   * Called when the stores are running and the apps are not; returns a function that undoes it after the apps
   * have stopped.
   */
  beforeApps?: (dataDir: string) => () => Promise<unknown>
}

/** The complete product on separate stores; every part is a real process that can be killed and is restarted. */
export interface FaultStack {
  dataDir: string
  urls: StoreUrls
  sql: Sql
  redis: Redis
  clickhouse: ClickHouse
  stores: Record<StoreName, Supervised>
  api: Supervised
  apis: Supervised[]
  redirectors: Supervised[]
  workers: Supervised[]
  /** Port of each redirector. */
  ports: number[]
  /** Health check URLs of all processes. */
  healthUrls: string[]
  apiUrl: string
  /** URL of each API; the first is `apiUrl`. */
  apiUrls: string[]
  /** An API key of the only account. */
  key: string
  proxy(app: AppName, store: StoreName): Proxy
  supervision: SupervisionLog
  /**
   * Also deletes the folder with all data and logs, unless it was given or `keepFolder` is set. Throws if a process ended with
   * an error.
   */
  close(options?: { keepFolder?: boolean }): Promise<void>
}

export const shortLinkHost = 'go.faults.test'

const urlNames = { postgres: 'database_url', redis: 'redis_url', clickhouse: 'clickhouse_url' } as const

export async function startStack(options: StackOptions = {}): Promise<FaultStack> {
  const folder = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'waymark-faults-')))
  const dataDir = prepareDataDir(folder)
  const supervision = new SupervisionLog(dataDir)
  const undo: (() => Promise<unknown>)[] = [() => removeFolder(dataDir)]
  const takeDown = async (keepFolder: boolean) => {
    if (keepFolder) undo.shift()
    for (const step of undo.splice(0).reverse()) await step()
  }
  const keepsFolder = options.dataDir !== undefined
  const close = async ({ keepFolder = keepsFolder } = {}) => {
    const crashes = supervision.crashes()
    await takeDown(keepFolder)
    if (crashes.length > 0) throw new Error(`Processes ended that nobody had stopped or killed.\n${crashes.join('\n')}`)
  }
  try {
    return { ...(await bringUp(dataDir, options, undo, supervision)), close }
  } catch (error) {
    await takeDown(keepsFolder)
    throw error
  }
}

/** The data of Postgres is elsewhere if its user may not enter the folder. */
async function removeFolder(dataDir: string): Promise<void> {
  const data = await realpath(inside(dataDir).postgres).catch(() => dataDir)
  await rm(data, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

async function bringUp(
  dataDir: string,
  options: StackOptions,
  undo: (() => Promise<unknown>)[],
  supervision: SupervisionLog,
): Promise<Omit<FaultStack, 'close'>> {
  const log = supervision.write
  const stores = await startStores({ dataDir, external: { redis_url: options.redisUrl }, log })
  undo.push(() => stores.stop())
  const clients = await connect(stores, undo)
  const proxies = await openProxies(stores, options.proxied ?? {}, undo)
  if (options.beforeApps !== undefined) undo.push(options.beforeApps(dataDir))
  const key = options.key ?? (await createAccountKey(clients.sql))
  const urls = (await options.reroute?.(stores)) ?? stores
  const apps = await prepareApps({ dataDir, stores: urls, proxies, options, log })
  const all = [...apps.apis, ...apps.redirectors, ...apps.workers]
  // Killed: they lose nothing.
  undo.push(() => Promise.all(all.map((app) => app.stop('SIGKILL'))))
  await Promise.all(all.map((app) => app.start()))
  return {
    dataDir,
    urls: stores,
    ...clients,
    ...apps,
    stores: processesOf(stores),
    key,
    supervision,
    proxy(app, store) {
      const proxy = proxies.get(`${app} ${store}`)
      if (proxy === undefined) throw new Error(`no proxy between ${app} and ${store}`)
      return proxy
    },
  }
}

const createAccountKey = async (sql: Sql) =>
  (await createKey(sql, await createAccount(sql, { plan: 'enterprise' }))).key

/** A store that is external has no process here. */
function processesOf({ processes }: Stores): Record<StoreName, Supervised> {
  const find = (name: StoreName) => {
    const found = processes[name]
    if (found === undefined) throw new Error(`${name} is external`)
    return found
  }
  return {
    get postgres() {
      return find('postgres')
    },
    get redis() {
      return find('redis')
    },
    get clickhouse() {
      return find('clickhouse')
    },
  }
}

/** Connects the test directly to the stores, without a proxy. */
async function connect(stores: Stores, undo: (() => Promise<unknown>)[]) {
  const sql = connectPostgres(stores.database_url, { name: 'guarantees', max: 4 })
  const redis = connectRedis(stores.redis_url, { name: 'guarantees' })
  const clickhouse = connectClickhouse(stores.clickhouse_url)
  undo.push(async () => {
    redis.disconnect()
    await Promise.all([sql.end({ timeout: 1 }), clickhouse.close()])
  })
  await whenReady(redis)
  await migrateAll(sql, clickhouse, createLog('guarantees', { LOG_LEVEL: 'warn', LOG_PRETTY: true }))
  return { sql, redis, clickhouse }
}

type Proxies = ReadonlyMap<string, Proxy>

async function openProxies(
  stores: Stores,
  proxied: NonNullable<StackOptions['proxied']>,
  undo: (() => Promise<unknown>)[],
): Promise<Proxies> {
  const proxies = new Map<string, Proxy>()
  for (const [app, names] of Object.entries(proxied)) {
    for (const store of names) {
      const proxy = await Proxy.open(stores[urlNames[store]])
      undo.push(() => proxy.close())
      proxies.set(`${app} ${store}`, proxy)
    }
  }
  return proxies
}

interface Preparation {
  dataDir: string
  stores: StoreUrls
  proxies: Proxies
  options: StackOptions
  log: (line: string) => void
}

async function prepareApps({ dataDir, stores, proxies, options, log }: Preparation) {
  const prepare = async (app: AppName, instance: number, portName: string) => {
    const port = await freePort()
    const healthUrl = `http://127.0.0.1:${port}/healthz`
    const urls = routed(app, stores, proxies)
    const env = { ...appSettings, ...options.env, INSTANCE: String(instance), [portName]: String(port) }
    const file = `${app}/main.ts`
    const process = prepareApp({ name: `${app}-${instance}`, file, dataDir, urls, env, healthUrl, log })
    return { process, port, healthUrl }
  }
  const several = (app: AppName, count: number, portName: string) =>
    Promise.all(Array.from({ length: count }, (_, instance) => prepare(app, instance, portName)))
  const [apis, redirectors, workers] = await Promise.all([
    several('api', options.apis ?? 1, 'API_PORT'),
    several('redirector', options.redirectors ?? 1, 'REDIRECT_PORT'),
    several('workers', options.workers ?? 1, 'METRICS_PORT_WORKERS'),
  ])
  const [api] = apis
  if (api === undefined) throw new Error('the api is missing')
  const apiUrls = apis.map(({ port }) => `http://127.0.0.1:${port}`)
  return {
    api: api.process,
    apis: apis.map(({ process }) => process),
    apiUrl: `http://127.0.0.1:${api.port}`,
    apiUrls,
    redirectors: redirectors.map(({ process }) => process),
    ports: redirectors.map(({ port }) => port),
    workers: workers.map(({ process }) => process),
    healthUrls: [...apis, ...redirectors, ...workers].map(({ healthUrl }) => healthUrl),
  }
}

/** Settings of every app. */
export const appSettings = {
  LISTEN_HOST: '127.0.0.1',
  BASE_URL: 'http://localhost:3000',
  BASE_DOMAIN: shortLinkHost,
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_FACTOR: '0',
  // Destinations of tests are on other hosts.
  DESTINATION_CHECKS: 'off',
  LOG_LEVEL: 'info',
  ...transportUnderTest,
}

function routed(app: AppName, stores: StoreUrls, proxies: Proxies): StoreUrls {
  const route = (store: StoreName) => {
    const url = stores[urlNames[store]]
    return proxies.get(`${app} ${store}`)?.route(url) ?? url
  }
  return { database_url: route('postgres'), redis_url: route('redis'), clickhouse_url: route('clickhouse') }
}
