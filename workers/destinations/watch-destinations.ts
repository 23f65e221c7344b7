import { setMaxListeners } from 'node:events'
import { judgeCheck } from '#core/destinations/judge-check.ts'
import { forgetChecks } from '#model/destinations/account-checks.ts'
import { firstAccount } from '#model/destinations/check-turns.ts'
import { enrollLinks } from '#model/destinations/enroll-links.ts'
import { type DueCheck, keepCheck, putOffCheck, selectWorking, takeDueChecks } from '#model/destinations/keep-check.ts'
import { RequestCounter } from '#model/limits/request-counter.ts'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import { repeat } from '#runtime/repeat.ts'
import { within } from '#runtime/within.ts'
import type { Parts } from '../upkeep/start-upkeep.ts'
import { checkUrl } from './check-url.ts'
import { BusyHost, type Reader } from './read-url.ts'
import { createReader } from './start-destinations.ts'

/** Checks at once per process. Each waits for other hosts most of the time. */
const checksAtOnce = 8
/** While no check is due. */
const pauseMs = 15_000
const enrollEveryMs = 10_000
/** Time for a destination, with its redirects and robots.txt. */
const checkMs = 20_000
/** A host that had too many requests is checked again after this time. */
const busyMinutes = [15, 60] as const
/** Time until the next check while the network of this machine seems to be down. */
const offlineMinutes = 10
/** The result of a network test is used for this time. */
const networkMs = 30_000
const mostSignals = 100

export interface Watch {
  sql: Sql
  log: Log
  reader: Reader
  config: Pick<Config, 'BASE_URL' | 'BASE_DOMAIN'>
  stopped: AbortSignal
  /** The latest test of the network. */
  network?: { works: Promise<boolean>; until: number }
}

/** Checks the destinations of active links, unless the installation turned that off. */
export function startWatch({ config, log, lifecycle, sql, redis }: Omit<Parts, 'clickhouse' | 'registry'>): void {
  if (config.DESTINATION_CHECKS === 'off') {
    // Nothing updates the earlier results, so they would be wrong soon.
    forgetChecks(sql, config).catch((error: unknown) =>
      log.warn({ err: error }, 'results of destination checks were not deleted'),
    )
    return
  }
  const stopped = new AbortController()
  setMaxListeners(mostSignals, stopped.signal)
  const reader = createCheckReader(config, new RequestCounter({ redis, log }))
  const watch = { sql, log, reader, config, stopped: stopped.signal }
  const tryLater = (error: unknown) => log.warn({ err: error }, 'destinations were not checked; they will be later')
  // Separate, because checks take hours while many are due.
  const stopEnrolling = repeat(enrollEveryMs, () => enrollLinks(sql).catch(tryLater))
  const stopChecking = repeat(pauseMs, async () => void (await checkDue(watch).catch(tryLater)))
  lifecycle.onStop('destination checks', async () => {
    stopped.abort()
    await Promise.all([stopEnrolling(), stopChecking()])
  })
}

export const createCheckReader = (
  config: Pick<Config, 'BASE_URL' | 'DESTINATION_CHECKS' | 'DNS_SERVERS'>,
  requestCounter: RequestCounter,
): Reader => createReader({ ...config, DESTINATION_CARDS: config.DESTINATION_CHECKS }, requestCounter)

/** Runs checks until none is due, and returns their number. Each begins when another one ends, so a slow one delays no others. */
export async function checkDue(watch: Watch): Promise<number> {
  const checks = takeChecks(watch)
  let count = 0
  const lane = async () => {
    for await (const check of checks) {
      count += 1
      await checkOne(watch, check)
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: checksAtOnce }, lane))
  const failed = lanes.find((ended) => ended.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return count
}

/** The lease of a check begins here, before another check has ended. That takes at most a minute. */
async function* takeChecks({ sql, config, stopped }: Watch): AsyncGenerator<DueCheck> {
  let mayHaveMore = true
  let after = firstAccount
  while (mayHaveMore) {
    const { due, isFull, last } = await takeDueChecks(sql, { limit: checksAtOnce, after }, config)
    after = last
    for (const check of due) {
      if (stopped.aborted) return
      yield check
    }
    mayHaveMore = isFull && !stopped.aborted
  }
}

async function checkOne(watch: Watch, check: DueCheck): Promise<void> {
  const { sql, log, config, stopped } = watch
  try {
    const seen = await checkNow(watch, check.url)
    // Requests of a worker that stops are aborted, so they have no result.
    if (stopped.aborted) return
    if (seen.kind === 'no-response' && seen.problem === 'unreachable' && !(await networkWorks(watch, check))) {
      return await putOffCheck(sql, check, offlineMinutes)
    }
    await keepCheck(sql, check, judgeCheck(check.before, seen, new Date(), Math.random()), config)
  } catch (error) {
    if (stopped.aborted) return
    if (error instanceof BusyHost) return await putOffCheck(sql, check, between(...busyMinutes))
    // The check is due again after its lease.
    log.warn({ err: error, link_id: check.link_id }, 'a destination could not be checked; it will be')
  }
}

const checkNow = ({ reader, stopped }: Watch, url: string, isCounted = true) =>
  within(checkMs, stopped, (signal) => checkUrl(reader, url, signal, isCounted))

/** Whether a destination that worked at its latest check can be reached. Tested rarely, so that an outage causes few requests. */
function networkWorks(watch: Watch, check: DueCheck): Promise<boolean> {
  const now = performance.now()
  if (watch.network === undefined || watch.network.until <= now)
    watch.network = { works: tryOthers(watch, check), until: now + networkMs }
  return watch.network.works
}

/** True if there is none to compare with. The limit of a host does not apply, or a busy host would look like an outage. */
async function tryOthers(watch: Watch, check: DueCheck): Promise<boolean> {
  const others = await selectWorking(watch.sql, check)
  if (others.length === 0) return true
  const seen = await Promise.all(others.map((url) => checkNow(watch, url, false).catch(() => null)))
  return seen.some((result) => result?.kind === 'response')
}

const between = (least: number, most: number): number => least + Math.floor(Math.random() * (most - least))
