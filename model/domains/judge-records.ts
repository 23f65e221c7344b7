import type { DomainStatus } from '#schemas/domains.ts'

/** State of the TXT record in DNS. unknown: no DNS server responded. */
export type Proof = 'proven' | 'missing' | 'unknown'

interface Before {
  status: DomainStatus
  failures: number
  /** It has links, or was verified before: it comes back as soon as its record does. */
  is_used: boolean
}

export interface CheckResult {
  status: DomainStatus
  failures: number
  /** Milliseconds until the next check; null: no automatic check. */
  next_check_ms: number | null
  /** The automatic check stays scheduled, unless `next_check_ms` is earlier: checks on request cannot postpone it. */
  keeps_earlier: boolean
  announce: 'domain.verified' | 'domain.failed' | null
}

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * Failed checks in a row until the domain fails and stops serving links. They start a minute apart and the time doubles,
 * so that a mistake in a zone file can be fixed for a day and a half.
 */
export const failuresUntilFailed = 12
/** A failed domain is checked once a day. If it is not used, it is checked only on request after this many checks. */
export const failuresUntilGivenUp = 42
/** Interval for a verified domain whose DNS servers cannot be reached, which does not count as a failure. */
const unknownRetryMs = 3_600_000

/** The result of a check. A check on request never counts against the domain. */
export function judge({ status, failures, is_used }: Before, proof: Proof, asked: boolean): CheckResult {
  const same: CheckResult = { status, failures, next_check_ms: null, keeps_earlier: false, announce: null }
  if (status === 'disabled') return same
  if (proof === 'proven') {
    const announce = status === 'verified' ? null : 'domain.verified'
    return { ...same, status: 'verified', failures: 0, next_check_ms: dayMs, announce }
  }
  if (asked) return { ...same, ...afterRequest(status), keeps_earlier: true }
  if (proof === 'unknown' && status === 'verified') return { ...same, next_check_ms: unknownRetryMs }
  const counted = failures + 1
  const fails = status !== 'failed' && counted >= failuresUntilFailed
  const isGivenUp = !is_used && counted >= failuresUntilGivenUp
  return {
    ...same,
    status: fails ? 'failed' : status,
    failures: counted,
    next_check_ms: isGivenUp ? null : waitMs(counted),
    announce: fails ? 'domain.failed' : null,
  }
}

/**
 * A check on request means that the record is being set up, so a failed domain is checked often again. For others, it must not
 * make the next automatic check come earlier: that one counts.
 */
const afterRequest = (status: DomainStatus): Partial<CheckResult> =>
  status === 'failed' ? { failures: 0, next_check_ms: minuteMs } : {}

/** 1, 2, 4, ... minutes, up to a day. */
const waitMs = (failures: number): number => Math.min(minuteMs * 2 ** (failures - 1), dayMs)
