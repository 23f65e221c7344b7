/** No store could be queried. The visitor is asked to try again. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** The record is not in memory or Redis, and the client may not query Postgres: it opened too many unknown codes. */
export class OverBudget extends Error {
  override name = 'OverBudget'
}

/** Time limit for a Postgres lookup during a visit. Redis commands have a separate limit. */
export const postgresDeadlineMs = 2_000

/** Rejects with Unavailable if the promise takes longer. Promise.race would be 50% slower. */
export function within<Value>(mostMs: number, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unavailable(`no response from the stores within ${mostMs} ms`)), mostMs)
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error instanceof Error ? error : new Error('the lookup failed', { cause: error }))
      },
    )
  })
}
