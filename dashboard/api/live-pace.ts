const leastMs = 2_000
const mostMs = 60_000
/** A figure is being read at most this part of the time. */
const busyShare = 0.05

/**
 * The pause between two updates of a figure: longer if its report is slow, and if little of the request limit is left, which
 * all users of the account share.
 */
export function updatePause(tookMs: number, limitLeft: number): number {
  return Math.min(mostMs, Math.max(leastMs / limitLeft ** 3, tookMs / busyShare))
}
