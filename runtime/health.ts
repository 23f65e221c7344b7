export type Checks = Record<string, () => Promise<unknown>>

export interface Health {
  ok: boolean
  stores: Record<string, { ok: boolean; ms: number; error?: string }>
}

/** A store that has not responded by then counts as unavailable. */
const checkTimeoutMs = 3_000

/** Runs all checks in parallel and measures each. */
export async function checkHealth(checks: Checks): Promise<Health> {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await time(check)] as const),
  )
  return { ok: entries.every(([, result]) => result.ok), stores: Object.fromEntries(entries) }
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
