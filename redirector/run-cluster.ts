import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#runtime/config.ts'
import { internalPortOf } from '#runtime/internal-server.ts'
import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Log } from '#runtime/log.ts'

const restartMs = 250
/** A process that exits sooner has failed. After this many failures in a row, all processes stop. */
const steadyMs = 10_000
const failuresMost = 20

/**
 * Runs several processes on one port with node:http. On Node 20 only the children of one process, which holds the port,
 * can share it. With uWebSockets.js independent processes can share a port.
 */
export const leadsCluster = ({ TRANSPORT, REDIRECTOR_PROCESSES }: Config): boolean =>
  TRANSPORT === 'node' && REDIRECTOR_PROCESSES > 1 && cluster.isPrimary

interface ClusterOptions {
  config: Config
  lifecycle: Lifecycle
  log: Log
}

/** Keeps one redirector running per INSTANCE, starting with its own. They stop when this process exits for any reason. */
export function runCluster({ config, lifecycle, log }: ClusterOptions): void {
  // Each child accepts connections itself, so no visit waits for this process.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  for (let index = 0; index < config.REDIRECTOR_PROCESSES; index++) {
    const settings = {
      INSTANCE: String(config.INSTANCE + index),
      METRICS_PORT_REDIRECTOR: String(internalPortOf(config.METRICS_PORT_REDIRECTOR, index)),
    }
    void keepRunning(settings, lifecycle, log)
  }
  lifecycle.onStop('processes', async () => {
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(running.map(endWorker))
  })
}

async function keepRunning(settings: { INSTANCE: string }, lifecycle: Lifecycle, log: Log): Promise<void> {
  for (let failures = 0; failures < failuresMost; ) {
    const startedAt = performance.now()
    const code = await ended(cluster.fork(settings))
    if (lifecycle.stopping) return
    failures = performance.now() - startedAt < steadyMs ? failures + 1 : 0
    log.error({ instance: settings.INSTANCE, code }, 'a redirector exited unexpectedly and is being restarted')
    await sleep(restartMs)
    if (lifecycle.stopping) return
  }
  log.fatal({ instance: settings.INSTANCE }, 'a redirector keeps failing; giving up')
  process.exit(1)
}

function endWorker(worker: Worker): Promise<unknown> {
  const end = ended(worker)
  worker.process.kill('SIGTERM')
  return end
}

const ended = (worker: Worker): Promise<number | string> =>
  new Promise((resolve) => worker.once('exit', (code: number | null, signal: string) => resolve(code ?? signal)))
