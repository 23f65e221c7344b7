import { goals } from '../goals.ts'
import type { Panel } from '../panel-plot.ts'
import { sum } from '../process-cpu.ts'
import { type Measured, number, plainRow, type Row, rowFor } from '../result.ts'
import type { StoredClicks } from './check-stored.ts'
import { burstFactor, type FaultKind, type MonthPlan, published } from './plan.ts'
import type { Progress, Sample } from './progress.ts'

/** CPU microseconds by kind of process. */
export type Cpu = Record<string, number>

export interface Bytes {
  /** Table of clicks in ClickHouse, by row. */
  perClick: number
  /** Tables of links and their counts in Postgres, by link. */
  perLink: number
}

export interface Costs {
  perClick: Cpu
  perLink: Cpu
}

const cores = 16
const monthSeconds = published.days * 86_400
/** Points of a line of the plot. */
const pointsMost = 300

/** Links are charged with what they cost alone, on the first day; clicks with everything else. */
export function costsOf({ firstCpu, cpu }: Pick<Progress, 'firstCpu' | 'cpu'>, plan: MonthPlan): Costs {
  const [first, all] = [byKind(firstCpu ?? {}), byKind(cpu)]
  const perLink = Object.fromEntries(Object.entries(first).map(([kind, micros]) => [kind, micros / plan.firstLinks]))
  const perClick = Object.entries(all).map(([kind, micros]) => {
    const ofLinks = (perLink[kind] ?? 0) * plan.links
    return [kind, Math.max(0, micros - ofLinks) / plan.visits] as const
  })
  return { perLink, perClick: Object.fromEntries(perClick) }
}

/** The redirectors together, and the workers. */
function byKind(cpu: Cpu): Cpu {
  const kinds: Cpu = {}
  for (const [name, micros] of Object.entries(cpu)) {
    const kind = name.replace(/-\d+$/, '')
    kinds[kind] = (kinds[kind] ?? 0) + micros
  }
  return kinds
}

/** What one machine with 16 cores needs for the published month, with the calculation. */
export function describeWholeMonth({ perClick, perLink }: Costs): string[] {
  const [click, link] = [sum(perClick), sum(perLink)]
  const [clickSeconds, linkSeconds] = [(published.clicks * click) / 1e6, (published.links * link) / 1e6]
  const has = cores * monthSeconds
  const [clicksPerSecond, linksPerSecond] = [published.clicks / monthSeconds, published.links / monthSeconds]
  const burstCores = (burstFactor * clicksPerSecond * click + linksPerSecond * link) / 1e6
  const whole = (value: number) => Math.round(value).toLocaleString('en-US')
  return [
    `Clicks: ${whole(published.clicks)} x ${number(click)} µs = ${whole(clickSeconds)} s of CPU time.`,
    `Links: ${whole(published.links)} x ${number(link)} µs = ${whole(linkSeconds)} s of CPU time.`,
    `A machine with ${cores} cores has ${cores} x ${whole(monthSeconds)} s = ${whole(has)} s in ${published.days} days: the month needs ${number(((clickSeconds + linkSeconds) / has) * 100)} % of it.`,
    `A burst of ${burstFactor} times the mean (${whole(burstFactor * clicksPerSecond)} clicks/s x ${number(click)} µs + ${whole(linksPerSecond)} links/s x ${number(link)} µs) needs ${number(burstCores)} of the ${cores} cores.`,
  ]
}

export interface Played {
  plan: MonthPlan
  progress: Progress
  stored: StoredClicks
  bytes: Bytes
}

export function summarizeMonth({ plan, progress, stored, bytes }: Played): Measured {
  const { visits, links, reports, runs, seconds, faults } = progress
  const { perClick, perLink } = costsOf(progress, plan)
  const refused = Object.values(visits.refused).reduce((total, count) => total + count, 0)
  const rows: Row[] = [
    rowFor(goals.lost, exact(stored.lost), `of ${visits.answered} answered visits, ${faults.length} faults`),
    row('Clicks stored twice', '', stored.doubled),
    row('Clicks beyond the visits of their link', '', stored.surplus),
    row('Difference between counts of links and stored clicks', '', stored.miscounted),
    row('Visits without a response', '', visits.unanswered, 'their redirector was killed; they may be stored'),
    row('Visits with an error response', '', refused, describeStatuses(visits.refused)),
    row('Duration', 's', seconds, `${plan.visits} visits and ${plan.links} new links${inRuns(runs)}`),
    row('All processes, CPU per click', 'µs', sum(perClick), 'restarts, reports and idle time included'),
    ...Object.entries(perClick).map(([kind, micros]) => row(`CPU per click in the month: ${kind}`, 'µs', micros)),
    row('All processes, CPU per new link', 'µs', sum(perLink), `first ${plan.firstLinks} links`),
    ...Object.entries(perLink).map(([kind, micros]) => row(`CPU per new link in the month: ${kind}`, 'µs', micros)),
    row('A click in ClickHouse after the month', 'B', bytes.perClick),
    row('A link in PostgreSQL after the month', 'B', bytes.perLink),
    row('Slowest report', 'ms', reports.slowest.ms, `${reports.slowest.report}, of ${reports.read} reports`),
    row('Reports that failed', '', reports.failed, 'during outages of a store'),
    row('Bulk calls that were repeated', '', links.retries),
  ]
  return {
    rows,
    plot: {
      title: 'A scaled month: visits, backlog and reports while processes are killed',
      subtitle: `${plan.visits.toLocaleString('en-US')} visits, ${plan.links.toLocaleString('en-US')} new links, ${faults.length} faults`,
      rows: [],
      panels: panelsOf(progress.samples),
      marks: faults.map(({ kind, seconds: at }) => ({ label: `kill -9 ${spelled[kind]}`, seconds: at })),
    },
    rounds: { faults, wholeMonth: describeWholeMonth({ perClick, perLink }) },
  }
}

const spelled: Record<FaultKind, string> = {
  redirector: 'redirector',
  workers: 'workers',
  clickhouse: 'ClickHouse',
  redis: 'Redis',
}

const inRuns = (runs: number) => (runs > 1 ? `, in ${runs} runs` : '')

const exact = (value: number) => ({ median: value, low: value, high: value })

const row = (label: string, unit: string, value: number, note?: string) => plainRow(label, unit, exact(value), note)

function describeStatuses(refused: Record<number, number>): string | undefined {
  const parts = Object.entries(refused).map(([status, count]) => `${count} of ${status}`)
  return parts.length === 0 ? undefined : `${parts.join(', ')}; not stored`
}

/** The mean rate, and the highest backlog and report time, of consecutive samples. */
export function panelsOf(samples: readonly Sample[]): Panel[] {
  const size = Math.max(1, Math.ceil(samples.length / pointsMost))
  const groups = Array.from({ length: Math.ceil(samples.length / size) }, (_, index) =>
    samples.slice(index * size, (index + 1) * size),
  )
  const start: Sample = { seconds: 0, answered: 0, stored: 0, slowestReportMs: 0 }
  const panel = (title: string, unit: string, valueOf: (group: Sample[], before: Sample) => number): Panel => ({
    title,
    unit,
    points: groups.map((group, index) => ({
      seconds: lastOf(group).seconds,
      value: Math.round(valueOf(group, lastOf(groups[index - 1] ?? [start]))),
    })),
  })
  return [
    panel('Answered visits', 'per second', (group, before) => {
      const last = lastOf(group)
      return (last.answered - before.answered) / (last.seconds - before.seconds)
    }),
    panel('Backlog', 'answered visits that are not stored yet', (group) =>
      Math.max(0, ...group.map(({ answered, stored }) => answered - stored)),
    ),
    panel('Slowest report', 'ms', (group) => Math.max(...group.map(({ slowestReportMs }) => slowestReportMs))),
  ]
}

const lastOf = (group: readonly Sample[]) => group.at(-1) as Sample
