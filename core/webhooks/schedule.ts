const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** How long after a failed attempt the next one is made. */
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
/** Waits differ by as much as this, so that what failed together does not come back together. */
const jitter = 0.1
/** A receiver may ask for more time, but not for more than this. */
const longestRetryAfterMs = 24 * hour

/** Failures in a row after which an endpoint is left alone for a while, and tried by one request then. */
const toleratedFailures = 5
const pausesMs = [5 * second, 15 * second, minute, 2 * minute, 5 * minute]

/** The wait after so many tries of a schedule, or null when it is at its end. The roll is from 0 to below 1. */
export function nextWaitMs(tries: number, roll: number): number | null {
  const wait = retryWaitsMs[tries - 1]
  return wait === undefined ? null : wait * (1 + jitter * roll)
}

/** How long an endpoint is left alone after so many failures in a row. */
export function pauseMs(failuresInARow: number): number {
  if (failuresInARow < toleratedFailures) return 0
  return pausesMs[Math.min(failuresInARow - toleratedFailures, pausesMs.length - 1)] ?? 0
}

/** An endpoint that has failed so often is asked by one request at a time. */
export const isSuspect = (failuresInARow: number): boolean => failuresInARow >= toleratedFailures

/** Retry-After, in seconds or as a date; 0 for what is neither. */
export function readRetryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - now
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestRetryAfterMs)
}
