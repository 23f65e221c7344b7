/** Waiting times while a redirector stops. */
export interface StopTimes {
  /** Time for load balancers that check /readyz to stop sending visits. */
  drainMs: number
  /** Time for the workers to store the last segments. The rest stays on disk for the next process. */
  shipMostMs: number
}

export const usualStopTimes: StopTimes = { drainMs: 2_000, shipMostMs: 2_500 }
