import { pause } from '#runtime/repeat.ts'

const firstPauseMs = 1_000
/** An installation allows 10 bulk calls per minute. */
const mostPauseMs = 8_000

interface Retry {
  /** When the last attempt may begin, by Date.now(). */
  end: number
  signal: AbortSignal
}

/** Repeats a call that fails. Throws its error if it still fails at the end, or the reason of the signal. */
export async function retryUntil<Result>({ end, signal }: Retry, call: () => Promise<Result>): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, mostPauseMs)) {
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      if (Date.now() + pauseMs > end) throw error
    }
    await pause(pauseMs, signal)
    signal.throwIfAborted()
  }
}
