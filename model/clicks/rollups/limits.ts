import { attemptLimitMs } from '../batches/limits.ts'

/**
 * Days with fewer clicks are read from the clicks: from 50,000 on, the rollups of a day take a tenth of the space of its
 * clicks, and a report of a month with fewer takes less than a second.
 */
export const leastClicks = 50_000
/** Clicks that are built together. A day of a larger account is built alone. */
export const mostClicks = 2_000_000
/** Days that are built together: rows of at most 90 months, since an insert can write to 100 partitions. */
export const mostDays = 90
/** A day is opened this long after its end, so that clocks may differ by as much. */
export const openedAfterMinutes = 10
/** After a change, no attempt that did not see it can still write. The margin is for a server that outlives its worker. */
export const settledSeconds = attemptLimitMs / 1_000 + 30
