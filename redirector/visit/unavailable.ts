/** No store could say whether the record exists: the visitor is told to come back. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** Redis and memory do not have the record, and the client may not have Postgres asked now: it opened too many unknown codes. */
export class OverBudget extends Error {
  override name = 'OverBudget'
}

/** A visit that Postgres has not answered by then is told to come back. What Redis is asked has a limit of its own. */
export const postgresDeadlineMs = 2_000

/** The promise's value, or Unavailable when it takes longer. Promise.race would take half as long again. */
export function within<Value>(mostMs: number, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unavailable(`no store answered within ${mostMs} ms`)), mostMs)
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error instanceof Error ? error : new Error('the look-up failed', { cause: error }))
      },
    )
  })
}
