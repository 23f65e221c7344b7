/** Requests are counted by slice of time, and a slice counts as a whole: a request counts for 55 to 60 s of a minute. */
export const slicesPerWindow = 12

/** At most `limit` requests in the window, for everything that has this key. */
export interface Quota {
  key: string
  limit: number
  windowMs: number
}

/** Requests by the number of their slice. */
export type Counts = Map<number, number>

export interface Usage {
  used: number
  limit: number
  /** Until another request is allowed. 0: now. */
  freeInMs: number
  /** Until no request so far counts. */
  resetInMs: number
}

export const sliceMsOf = ({ windowMs }: Quota): number => windowMs / slicesPerWindow

/** Removes slices that have left the window, and any that a wrong clock has put far ahead. */
export function dropPast(counts: Counts, quota: Quota, now: number): void {
  const current = Math.floor(now / sliceMsOf(quota))
  for (const slice of counts.keys()) {
    if (Math.abs(slice - current) >= slicesPerWindow) counts.delete(slice)
  }
}

export function usageOf(counts: Counts, quota: Quota, now: number): Usage {
  const sliceMs = sliceMsOf(quota)
  const endsInMs = (slice: number) => (slice + slicesPerWindow) * sliceMs - now
  const slices = [...counts].sort(([one], [other]) => one - other)
  const used = slices.reduce((sum, [, count]) => sum + count, 0)
  let surplus = used + 1 - quota.limit
  let freeInMs = 0
  for (const [slice, count] of slices) {
    if (surplus <= 0) break
    surplus -= count
    freeInMs = endsInMs(slice)
  }
  const newest = slices.at(-1)
  return { used, limit: quota.limit, freeInMs, resetInMs: newest === undefined ? 0 : endsInMs(newest[0]) }
}
