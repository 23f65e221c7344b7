import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the check passes; after a generous deadline, fails with the error of the check. */
export async function eventually<T>(check: () => Promise<T> | T, deadlineMs = 30_000, intervalMs = 25): Promise<T> {
  const end = performance.now() + deadlineMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(intervalMs)
    }
  }
}
