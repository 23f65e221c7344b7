export interface Goal {
  label: string
  /** Shown after the number; empty for a ratio. */
  unit: string
  good: number
  great: number
}

export type Grade = 'great' | 'good' | 'short of good'

/** The goals; lower is always better. Ratios compare CPU time with a static 302 of raw uWebSockets.js. */
export const goals = {
  untracked: { label: 'Untracked cached redirect, CPU ratio to raw uWS', unit: '', good: 1.2, great: 1.08 },
  tracked: { label: 'Tracked, kill-safe redirect, CPU ratio to raw uWS', unit: '', good: 1.75, great: 1.5 },
  saturatedOne: { label: 'Tracked visits of one link, CPU ratio to raw uWS', unit: '', good: 1.9, great: 1.6 },
  saturatedMixed: { label: 'Tracked visits of many links, CPU ratio to raw uWS', unit: '', good: 2.2, great: 1.8 },
  saturatedNew: { label: 'Tracked, new connection each, CPU ratio to raw uWS', unit: '', good: 1.4, great: 1.3 },
  miss: { label: 'Cache miss through Redis, CPU ratio to raw uWS', unit: '', good: 2.3, great: 2 },
  redisCpu: { label: 'Redis CPU per tracked click', unit: 'µs', good: 0.5, great: 0.3 },
  redisBytes: { label: 'Bytes a tracked click sends into Redis', unit: 'B', good: 100, great: 60 },
  workerCpu: { label: 'Worker CPU per stored click', unit: 'µs', good: 35, great: 22 },
  allCpu: { label: 'All processes together, CPU per tracked click', unit: 'µs', good: 50, great: 32 },
  queryable: { label: 'Click queryable under steady load, p99', unit: 'ms', good: 2000, great: 2000 },
  countTimeline: { label: 'Timeline of counts, 30 days', unit: 'ms', good: 20, great: 6 },
  visitorTimeline: { label: 'Timeline with unique visitors, 30 days', unit: 'ms', good: 120, great: 80 },
  topLinks: { label: 'Top links with unique visitors, 30 days', unit: 'ms', good: 250, great: 130 },
  rolledOverview: { label: 'Overview of 30 finished days, CPU ratio to clicks', unit: '', good: 0.3, great: 0.1 },
  rolledTimeline: { label: 'Timeline of 30 finished days, CPU ratio to clicks', unit: '', good: 0.5, great: 0.1 },
  rolledTopLinks: { label: 'Top links of 30 finished days, CPU ratio to clicks', unit: '', good: 0.5, great: 0.2 },
  rolledComplete: {
    label: 'Complete report of 30 finished days, CPU ratio to clicks',
    unit: '',
    good: 0.5,
    great: 0.2,
  },
  pacedUntracked: { label: 'Untracked visit, all processes, ratio to raw uWS', unit: '', good: 2.5, great: 1.5 },
  pacedTracked: { label: 'Tracked visit, all processes, ratio to raw uWS', unit: '', good: 5, great: 3 },
  busyTracked: { label: 'Tracked visit, all processes', unit: 'µs', good: 200, great: 100 },
  idle: { label: 'No visits: all processes, share of one core', unit: '%', good: 2, great: 1 },
  clickBytes: { label: 'A click in ClickHouse, real ids', unit: 'B', good: 41, great: 36 },
  deletion: {
    label: 'Delete a link, CPU ratio of 16 million to 1 million stored clicks',
    unit: '',
    good: 1.5,
    great: 1.2,
  },
  deletedReported: { label: 'Reports with a deleted link, requested at its response', unit: '', good: 0, great: 0 },
  deletedLeft: { label: 'Clicks of deleted links after the nightly purge', unit: '', good: 0, great: 0 },
  lost: { label: 'Clicks lost', unit: '', good: 0, great: 0 },
} as const satisfies Record<string, Goal>

export function grade(value: number, { good, great }: Pick<Goal, 'good' | 'great'>): Grade {
  if (value <= great) return 'great'
  return value <= good ? 'good' : 'short of good'
}
