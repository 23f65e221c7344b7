import { setTimeout as sleep } from 'node:timers/promises'

const longestIntervalMs = 200

/**
 * Polls until the check passes; after a generous deadline, fails with the error of the check. The interval grows with the
 * wait: a check may query all stores, and would slow down what it waits for.
 */
export async function eventually<T>(check: () => Promise<T> | T, deadlineMs = 30_000): Promise<T> {
  const end = performance.now() + deadlineMs
  for (let intervalMs = 10; ; intervalMs = Math.min(1.5 * intervalMs, longestIntervalMs)) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(intervalMs)
    }
  }
}
