import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'undici'
import type { Visit } from './visits.ts'

const tickMs = 10

/**
 * Sends visits at a fixed rate, regardless of response times. Returns their number when all are done. After a failed visit
 * no other begins, and its error is thrown when all are done.
 */
export async function steadily(
  perSecond: number,
  seconds: number,
  visits: readonly Visit[],
  make: (visit: Visit) => Promise<void>,
): Promise<number> {
  const total = Math.round(perSecond * seconds)
  const startedAt = performance.now()
  const made: Promise<void>[] = []
  const errors: unknown[] = []
  const makeNext = async () => {
    try {
      await make(visits[made.length % visits.length] as Visit)
    } catch (error) {
      errors.push(error)
    }
  }
  while (made.length < total && errors.length === 0) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond) + 1)
    while (made.length < due) made.push(makeNext())
    await sleep(tickMs)
  }
  await Promise.all(made)
  if (errors.length > 0) throw errors[0]
  return total
}

export async function follow(pool: Pool, { path, headers }: Visit, reconnects = false): Promise<void> {
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers, reset: reconnects })
  await body.dump()
  if (statusCode !== 302) throw new Error(`${path} returned ${statusCode}`)
}
