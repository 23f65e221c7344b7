import type { DestinationProblem, HealthState } from '#schemas/destination-health.ts'

/** The result of a request to a destination. */
export type CheckResult =
  | { kind: 'response'; status: number; title: string | null; certificate_expires_at: Date | null }
  | { kind: 'no-response'; problem: DestinationProblem }
  /** robots.txt or the rules for IP addresses forbid the check. */
  | { kind: 'not-allowed' }

export interface KeptHealth {
  state: HealthState
  problem: DestinationProblem | null
  status_code: number | null
  /** Failed checks in a row. */
  failures: number
  failing_since: Date | null
  title: string | null
  previous_title: string | null
  title_changed_at: Date | null
  certificate_expires_at: Date | null
  checked_at: Date
  next_at: Date
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A destination is dead after this many failed checks in a row, over this time, so that a short outage is not reported. */
const failuresOfDead = 3
const msOfDead = hourMs
const afterOk = dayMs
const afterNotAllowed = 7 * dayMs
const afterDead = 6 * hourMs
/** Delays after the first failed checks. */
const afterFailures = [10 * minuteMs, 30 * minuteMs]
const afterMoreFailures = hourMs
/** Times until the next check are shortened by up to this share, so that the checks of many links are spread out. */
const jitter = 0.2

const fresh = {
  problem: null,
  status_code: null,
  failures: 0,
  failing_since: null,
  title: null,
  previous_title: null,
  title_changed_at: null,
  certificate_expires_at: null,
} as const

/** The health of a destination after a check. `before` is null for the first check. `random` is from 0 to 1. */
export function judgeCheck(before: KeptHealth | null, seen: CheckResult, now: Date, random: number): KeptHealth {
  const nextAt = (ms: number) => new Date(now.getTime() + Math.round(ms * (1 - jitter * random)))
  if (seen.kind === 'not-allowed')
    return { ...fresh, state: 'unknown', checked_at: now, next_at: nextAt(afterNotAllowed) }
  const kept = before ?? { ...fresh, checked_at: now }
  const problem = seen.kind === 'no-response' ? seen.problem : problemOf(seen.status)
  const page =
    seen.kind === 'response' ? { status_code: seen.status, ...readPage(kept, seen, now) } : { status_code: null }
  if (problem === null) {
    const well = { problem, failures: 0, failing_since: null }
    return { ...kept, ...page, ...well, state: 'ok', checked_at: now, next_at: nextAt(afterOk) }
  }
  const failures = kept.failures + 1
  const failing_since = kept.failing_since ?? now
  const isDead =
    before?.state === 'dead' || (failures >= failuresOfDead && now.getTime() - failing_since.getTime() >= msOfDead)
  const delay = isDead ? afterDead : (afterFailures[failures - 1] ?? afterMoreFailures)
  return {
    ...kept,
    ...page,
    problem,
    failures,
    failing_since,
    state: isDead ? 'dead' : 'failing',
    checked_at: now,
    next_at: nextAt(delay),
  }
}

/** Other statuses, such as 401 and 429, show that the page exists. */
function problemOf(status: number): DestinationProblem | null {
  if (status === 404 || status === 410) return 'not_found'
  return status >= 500 ? 'server_error' : null
}

type PageResult = Extract<CheckResult, { kind: 'response' }>

/** The page of an error is ignored, because its title is that of the error. */
function readPage(
  kept: Omit<KeptHealth, 'state' | 'next_at'>,
  { status, title, certificate_expires_at }: PageResult,
  now: Date,
) {
  if (status !== 200 || title === null || title === kept.title) return { certificate_expires_at }
  const change = kept.title === null ? {} : { previous_title: kept.title, title_changed_at: now }
  return { certificate_expires_at, title, ...change }
}
