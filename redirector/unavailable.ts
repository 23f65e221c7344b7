/** No store could say whether the record exists: the visitor is told to come back. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** The promise's value, or Unavailable when it takes longer. */
export async function within<Value>(mostMs: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable(`no store answered within ${mostMs} ms`)), mostMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
