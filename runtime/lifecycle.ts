import type { Log } from './log.ts'

export interface Lifecycle {
  /** Registers how to stop a part. Parts are stopped in reverse order. */
  onStop(name: string, stop: () => Promise<void> | void): void
  readonly stopping: boolean
  stop(): Promise<void>
  stopOnSignals(): void
}

/** A process that has not stopped by then exits: a container runtime would kill it anyway. */
const stopDeadlineMs = 10_000

export function createLifecycle(log: Log): Lifecycle {
  const steps: { name: string; stop: () => Promise<void> | void }[] = []
  let stopped: Promise<void> | undefined

  async function stopAll(): Promise<void> {
    for (const step of steps.reverse()) {
      try {
        await step.stop()
      } catch (error) {
        log.error({ err: error }, `failed to stop: ${step.name}`)
      }
    }
  }

  const lifecycle: Lifecycle = {
    onStop(name, stop) {
      steps.push({ name, stop })
    },
    get stopping() {
      return stopped !== undefined
    },
    stop() {
      stopped ??= stopAll()
      return stopped
    },
    stopOnSignals() {
      const onSignal = (signal: string) => {
        if (lifecycle.stopping) return
        log.info(`${signal} received; stopping`)
        setTimeout(() => {
          log.error(`not stopped within ${stopDeadlineMs} ms; exiting`)
          process.exit(1)
        }, stopDeadlineMs).unref()
        void lifecycle.stop().then(() => process.exit(0))
      }
      process.on('SIGTERM', onSignal)
      process.on('SIGINT', onSignal)
    },
  }
  return lifecycle
}
