export type Checks = Record<string, () => Promise<unknown>>

export interface Health {
  /** False if a process would fail most requests, so that a load balancer should use another one. */
  ok: boolean
  /** Stores that are unavailable although the process works without them. */
  degraded: string[]
  stores: Record<string, { ok: boolean; ms: number; error?: string }>
}

interface Warns {
  warn(about: object, message: string): void
}

/** A store that has not responded by then counts as unavailable. */
const checkTimeoutMs = 3_000

/**
 * Links are created, changed and listed without the click store, and clicks wait for it. If it is down, it is down for every
 * process: a load balancer that took all of them out of service would make it worse.
 */
const dispensable = ['clickhouse']

/** Runs all checks in parallel and measures each. */
export async function checkHealth(checks: Checks): Promise<Health> {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await time(check)] as const),
  )
  const away = entries.flatMap(([name, { ok }]) => (ok ? [] : [name]))
  return {
    ok: away.every((name) => dispensable.includes(name)),
    degraded: away.filter((name) => dispensable.includes(name)),
    stores: Object.fromEntries(entries),
  }
}

async function time(check: () => Promise<unknown>): Promise<Health['stores'][string]> {
  const start = performance.now()
  const elapsed = () => Math.round((performance.now() - start) * 10) / 10
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${checkTimeoutMs} ms`)), checkTimeoutMs)
  })
  try {
    await Promise.race([check(), late])
    return { ok: true, ms: elapsed() }
  } catch (error) {
    return { ok: false, ms: elapsed(), error: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}

/** Time for which a public health check repeats its result, so that any number of requests cost one check a second. */
const publicForMs = 1_000

/** For a public health check: errors can contain the addresses of stores, so they are only logged, each time they change. */
export function publishHealth(checks: Checks, log: Warns): () => Promise<Health> {
  let latest: { endsAt: number; health: Promise<Health> } | undefined
  let logged = ''
  const read = async (): Promise<Health> => {
    const { stores, ...rest } = await checkHealth(checks)
    const errors = Object.entries(stores).flatMap(([name, { error }]) => (error === undefined ? [] : [[name, error]]))
    const now = JSON.stringify(errors)
    if (errors.length > 0 && now !== logged)
      log.warn({ errors: Object.fromEntries(errors) }, 'a store is not responding')
    logged = now
    const shown = Object.entries(stores).map(([name, { error: _, ...result }]) => [name, result])
    return { ...rest, stores: Object.fromEntries(shown) }
  }
  return () => {
    const now = performance.now()
    // A check that is still running is shared, however long it takes.
    if (latest === undefined || now >= latest.endsAt) {
      const health = read()
      const entry = { endsAt: Number.POSITIVE_INFINITY, health }
      latest = entry
      void health.finally(() => (entry.endsAt = now + publicForMs))
    }
    return latest.health
  }
}
