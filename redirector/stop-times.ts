/** What a redirector that stops gives to those who have not heard of it yet. */
export interface StopTimes {
  /** For a balancer that watches /readyz to look elsewhere. */
  drainMs: number
  /** For the workers to store what was sealed last. What they have not stored then stays on disk for the next process. */
  shipMostMs: number
}

export const usualStopTimes: StopTimes = { drainMs: 2_000, shipMostMs: 2_500 }
