import { builtProgram, projectDir } from '#runtime/project.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { plain } from '../../embedded/environment.ts'
import { type Log, Supervised } from '../../embedded/supervised.ts'

export interface AppOptions {
  name: string
  /** Its entry file, relative to the root of the checkout. */
  file: string
  dataDir: string
  urls: StoreUrls
  env: Record<string, string>
  /** Returns 200 while the process works. */
  healthUrl: string
  log: Log
  /** A command that runs the command after it, for example in a network namespace. */
  within?: readonly string[]
  /** The programs of another version; by default, the build of this one. */
  programs?: Programs
}

/** The programs of a version. */
export interface Programs {
  folder: string
  /** Arguments for Node that start a program. */
  argsFor: (file: string) => string[]
}

export const ownPrograms: Programs = { folder: projectDir, argsFor: (file) => [builtProgram(file)] }

const stopMs = 15_000
const startMs = 120_000
const checkMs = 2_000
/** The tests kill it repeatedly, and it must always be restarted. */
const mostFailures = 100_000

/** A process of the product, supervised as by `npm start`. */
export function prepareApp(options: AppOptions): Supervised {
  const { name, file, dataDir, urls, env, healthUrl, log, within = [], programs = ownPrograms } = options
  const marker = `--data-dir=${dataDir}`
  const [command, ...args] = [...within, process.execPath, ...programs.argsFor(file), marker]
  return new Supervised({
    spec: {
      name,
      kind: 'app',
      command,
      args,
      cwd: programs.folder,
      env: {
        ...plain(),
        DATA_DIR: dataDir,
        DATABASE_URL: urls.database_url,
        REDIS_URL: urls.redis_url,
        CLICKHOUSE_URL: urls.clickhouse_url,
        ...env,
      },
      marker,
      stopSignal: 'SIGTERM',
      stopMs,
    },
    dataDir,
    check: () => demandHealth(healthUrl),
    startMs,
    log,
    onGiveUp: (error) => log(error.message),
    mostFailures,
  })
}

async function demandHealth(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(checkMs) })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
}
