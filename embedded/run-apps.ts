import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#runtime/config.ts'
import { internalPortOf } from '#runtime/internal-server.ts'
import { program, projectDir } from '#runtime/project.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import type { App } from './apps.ts'
import type { ChildSpec } from './child.ts'
import { inherited, insteadOfFiles } from './environment.ts'
import type { LaunchError } from './launch-error.ts'
import { reachable } from './ports.ts'
import { type Log, Supervised } from './supervised.ts'

/** Longer than the 10 s in which an app stops itself. */
const stopMs = 15_000
const startMs = 120_000
const readyMs = 5_000
/** An app without a port counts as started if it is still running after this. */
const settleMs = 1_500

interface Options {
  apps: App[]
  config: Config
  dataDir: string
  urls: StoreUrls
  log: Log
  onGiveUp: (error: LaunchError) => void
}

/** Creates one or more supervised processes per app, without starting them. */
export function prepareApps(options: Options): Supervised[] {
  return options.apps.flatMap((app) => {
    const count = app.processes(options.config)
    return Array.from({ length: count }, (_, instance) => {
      const name = count === 1 ? app.name : `${app.name}-${instance}`
      const { dataDir, log, onGiveUp } = options
      const spec = describe(app, name, instance, options)
      return new Supervised({ spec, dataDir, check: () => checkReady(app, options.config), startMs, log, onGiveUp })
    })
  })
}

function describe(app: App, name: string, instance: number, { dataDir, urls, config }: Options): ChildSpec {
  return {
    name,
    kind: 'app',
    command: process.execPath,
    // The last argument identifies our processes, also in the output of `ps`.
    args: [...program(app.file), `--data-dir=${dataDir}`],
    cwd: projectDir,
    env: {
      ...inherited(),
      ...insteadOfFiles({
        DATA_DIR: dataDir,
        INSTANCE: String(instance),
        DATABASE_URL: urls.database_url,
        REDIS_URL: urls.redis_url,
        CLICKHOUSE_URL: urls.clickhouse_url,
        ...internalPort(app, instance, config),
      }),
    },
    marker: `--data-dir=${dataDir}`,
    stopSignal: 'SIGTERM',
    stopMs: stopMs,
  }
}

/** The first process uses the configured port, each other one the next. */
function internalPort({ internalPort: setting }: App, instance: number, config: Config): NodeJS.ProcessEnv {
  return setting === undefined ? {} : { [setting]: String(internalPortOf(config[setting], instance)) }
}

async function checkReady(app: App, config: Config): Promise<void> {
  if (app.port === undefined) {
    await sleep(settleMs)
    return
  }
  const url = `http://${reachable(config.LISTEN_HOST)}:${app.port(config)}/readyz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(readyMs), redirect: 'manual' })
  await answer.body?.cancel()
  if (answer.status !== 200) throw new Error(`${url} returned ${answer.status}`)
}
