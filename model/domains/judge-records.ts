import type { DomainStatus } from '#schemas/domains.ts'

/** What a look into DNS says of the TXT record. unknown: no DNS server could tell. */
export type Proof = 'proven' | 'missing' | 'unknown'

interface Before {
  status: DomainStatus
  failures: number
}

export interface CheckResult {
  status: DomainStatus
  failures: number
  /** Milliseconds until the next look; null: none by itself. */
  next_check_ms: number | null
  /** A look that is due before stays due: asking often does not put off the one that counts. */
  keeps_earlier: boolean
  announce: 'domain.verified' | 'domain.failed' | null
}

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * So many looks in a row without the proof, and the domain has failed: from then on it serves nothing. They begin a minute
 * apart and each waits twice as long, so that a slip in a zone file has a day and a half to be mended.
 */
export const failuresUntilFailed = 12
/** A failed domain is looked at once a day, and after so many looks in all only when its owner asks. */
export const failuresUntilGivenUp = 42
/** DNS servers that cannot be reached say nothing against a domain that is served. */
const unknownRetryMs = 3_600_000

/** What follows from a look. One that the owner asked for never counts against the domain. */
export function judge({ status, failures }: Before, proof: Proof, asked: boolean): CheckResult {
  const same: CheckResult = { status, failures, next_check_ms: null, keeps_earlier: false, announce: null }
  if (status === 'disabled') return same
  if (proof === 'proven') {
    const announce = status === 'verified' ? null : 'domain.verified'
    return { ...same, status: 'verified', failures: 0, next_check_ms: dayMs, announce }
  }
  if (asked) return { ...same, failures: restart(status, failures), next_check_ms: minuteMs, keeps_earlier: true }
  if (proof === 'unknown' && status === 'verified') return { ...same, next_check_ms: unknownRetryMs }
  const counted = failures + 1
  const fails = status !== 'failed' && counted >= failuresUntilFailed
  return {
    ...same,
    status: fails ? 'failed' : status,
    failures: counted,
    next_check_ms: counted >= failuresUntilGivenUp ? null : waitMs(counted),
    announce: fails ? 'domain.failed' : null,
  }
}

/** An owner who asks is about to set the record: a failed domain is looked at often again. */
const restart = (status: DomainStatus, failures: number): number => (status === 'failed' ? 0 : failures)

/** 1, 2, 4 .. minutes, up to a day. */
const waitMs = (failures: number): number => Math.min(minuteMs * 2 ** (failures - 1), dayMs)
