import { setTimeout as sleep } from 'node:timers/promises'

/** Waits. A stop ends the wait early. */
export const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: stop }).catch(() => undefined)

/**
 * Does the work now and after each pause, without overlap. The work handles its own errors. Returns a function that stops
 * and waits for the work in progress.
 */
export function repeat(everyMs: number | (() => number), work: () => Promise<void>): () => Promise<void> {
  const stop = new AbortController()
  const loop = async () => {
    while (!stop.signal.aborted) {
      await work()
      await pause(typeof everyMs === 'number' ? everyMs : everyMs(), stop.signal)
    }
  }
  const running = loop()
  return async () => {
    stop.abort()
    await running
  }
}
