import { type ChildProcess, spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { spoolFolder } from '#model/spool/spool-folder.ts'
import { createLifecycle, type Lifecycle } from '#runtime/lifecycle.ts'
import { builtProgram } from '#runtime/project.ts'
import { type Redirector, startRedirector } from '../../redirector/start-redirector.ts'
import type { TestStores } from '../stack/stores.ts'

/** Stops without delay, since no load balancer has to notice. */
const stopTimes = { drainMs: 0, shipMostMs: 0 }

/** A redirector in this process, on a free port. It stops at once. */
export async function runRedirector({
  config,
  urls,
  log,
}: Pick<TestStores, 'config' | 'urls' | 'log'>): Promise<Redirector & { lifecycle: Lifecycle }> {
  const lifecycle = createLifecycle(log)
  return { ...(await startRedirector({ config, urls, lifecycle, log, stopTimes })), lifecycle }
}

/** A redirector in a separate process, on a free port. It is killed at the end of the test. */
export async function spawnRedirector(
  { config, urls }: Pick<TestStores, 'config' | 'urls'>,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  const env = {
    DATABASE_URL: urls.database_url,
    REDIS_URL: urls.redis_url,
    CLICKHOUSE_URL: urls.clickhouse_url,
    DATA_DIR: config.DATA_DIR,
    REDIRECT_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    TRANSPORT: config.TRANSPORT,
    ...settings,
  }
  const child = spawn(process.execPath, [builtProgram('redirector/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of child.stdout.iterator({ destroyOnReturn: false })) {
    const port = /redirecting on port (\d+)/.exec(String(line))?.[1]
    if (port === undefined) continue
    child.stdout.resume()
    return { child, port: Number(port) }
  }
  throw new Error('the redirector ended before it was ready')
}

/** The segments on disk. */
export async function spooled({ config }: Pick<TestStores, 'config'>, instance = 0): Promise<string[]> {
  return (await readdir(spoolFolder(config.DATA_DIR, instance))).filter((name) => /\.(open|seg)$/.test(name))
}
