import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach } from 'vitest'
import { builtProgram } from '#runtime/project.ts'
import type { TestStores } from '../../test/stack/stores.ts'

/** Includes startup on a busy machine, and the time until the job of a killed worker is available again. */
export const finishesWithinMs = 150_000

const running: ChildProcess[] = []

/** Workers as processes on the stores of a test. They are killed after it. */
export function useWorkerProcesses(storesOf: () => TestStores): (more?: Record<string, string>) => ChildProcess {
  afterEach(async () => {
    for (const child of running.splice(0)) await kill(child)
  })
  return (more = {}) => {
    const { urls, config } = storesOf()
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: urls.database_url,
      REDIS_URL: urls.redis_url,
      CLICKHOUSE_URL: urls.clickhouse_url,
      DATA_DIR: config.DATA_DIR,
      DESTINATION_CARDS: 'off',
      LOG_LEVEL: 'silent',
      ...more,
    }
    const child = spawn(process.execPath, [builtProgram('workers/main.ts')], { env, stdio: 'ignore' })
    running.push(child)
    return child
  }
}

/** Ends a worker without a chance to release its work. */
export const kill = (child: ChildProcess): Promise<void> => end(child, 'SIGKILL')

/** Ends a worker as a deployment does. */
export const stop = (child: ChildProcess): Promise<void> => end(child, 'SIGTERM')

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
