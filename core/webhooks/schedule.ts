const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** Delays between a failed attempt and the next one. */
const retryWaitsMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
/** Random variation of a delay, so that deliveries that failed together are not retried together. */
const jitter = 0.1
/** The longest delay that a receiver can request. */
const longestRetryAfterMs = 24 * hour

/** Failures in a row after which an endpoint is paused, and then tried with one request. */
export const toleratedFailures = 5
const pausesMs = [5 * second, 15 * second, minute, 2 * minute, 5 * minute]

/** The delay after this many attempts, or null at the end of the schedule. The roll is from 0 to below 1. */
export function nextWaitMs(tries: number, roll: number): number | null {
  const wait = retryWaitsMs[tries - 1]
  return wait === undefined ? null : wait * (1 + jitter * roll)
}

/** The pause of an endpoint after this many failures in a row. */
export function pauseMs(failuresInARow: number): number {
  if (failuresInARow < toleratedFailures) return 0
  return pausesMs[Math.min(failuresInARow - toleratedFailures, pausesMs.length - 1)] ?? 0
}

/** Whether an endpoint has failed so often that it gets one request at a time. */
export const isSuspect = (failuresInARow: number): boolean => failuresInARow >= toleratedFailures

/** Retry-After in seconds or as a date; 0 for anything else. */
export function readRetryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - now
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestRetryAfterMs)
}
