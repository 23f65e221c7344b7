const leastMs = 2_000
const mostMs = 60_000
/** A figure is being read at most this part of the time, */
const busyShare = 0.05
/** apart from a few updates after a quiet time, so that one slow report does not delay the next click. */
const burstMs = 30_000

/** When a figure was last updated, and until when its reports use up its share of the time. */
export interface Pace {
  updatedAt: number
  usedUntil: number
}

/**
 * The time of the next update of a figure: later if its report is slow, and if little of the request limit is left, which
 * all users of the account share.
 */
export function nextUpdate({ updatedAt, usedUntil }: Pace, limitLeft: number): number {
  return Math.min(updatedAt + mostMs, Math.max(updatedAt + leastMs / limitLeft ** 3, usedUntil - burstMs))
}

export const afterUpdate = ({ usedUntil }: Pace, now: number, tookMs: number): Pace => ({
  updatedAt: now,
  usedUntil: Math.max(usedUntil, now) + tookMs / busyShare,
})
