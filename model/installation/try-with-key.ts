import type { Log } from '#runtime/log.ts'
import { MissingKeyError } from '#runtime/secret-keys.ts'

/** If Postgres is unavailable at startup, it is tried again after this time for as long as the process runs. */
const retryMs = 5_000

/**
 * Runs work that needs the encryption key of the stored secrets, until it succeeds. Throws MissingKeyError, so that the
 * process does not start, if this machine does not have the key. Returns a function that stops trying.
 */
export async function tryWithKey(work: () => Promise<void>, log: Log): Promise<() => void> {
  let retry: NodeJS.Timeout | undefined
  const attempt = async () => {
    try {
      await work()
    } catch (error) {
      if (error instanceof MissingKeyError) throw error
      log.warn({ err: error }, 'the encryption key could not be checked: retrying')
      // Without the key the process ends, as it would have at its start.
      retry = setTimeout(() => void attempt(), retryMs)
    }
  }
  await attempt()
  return () => clearTimeout(retry)
}
