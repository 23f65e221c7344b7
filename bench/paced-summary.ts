import { goals } from './goals.ts'
import { sum } from './process-cpu.ts'
import { type Measured, plainRow, type Row, rowFor } from './result.ts'
import { pairedRatios, spreadOf } from './statistics.ts'

/** Visits per second. */
export const rates = [20, 150, 1_000] as const
export const links = 1_000
/** Redirector processes of the last target. */
export const several = 4
/** The rate at which a new connection for each visit is measured as well. */
export const usualRate = 150

/** Tracked visits at this rate have a goal. */
const busyRate = 1_000
/** One percent of a core for one second. */
const microsPerPercent = 10_000

const targetNames = ['untracked', 'tracked', 'tracked by 4'] as const
export type TargetName = (typeof targetNames)[number]

/** CPU microseconds per visit. */
export interface Window {
  target: TargetName
  rate: number
  /** A new connection for each visit, as for most visitors of a short link. Otherwise 64 connections are kept. */
  reconnects: boolean
  cpu: Record<string, number>
  /** The same for a raw server that was visited at the same rate at the same time. */
  raw: number
}

interface Measurements {
  windows: Window[]
  /** CPU microseconds per second of each process without visits, one for each round. */
  idle: Record<string, number>[]
}

const labels: Record<TargetName, string> = {
  untracked: 'Untracked visit',
  tracked: 'Tracked visit',
  'tracked by 4': `Tracked visit, ${several} redirectors`,
}

export function summarize({ windows, idle }: Measurements): Measured {
  const kept = windows.filter((one) => !one.reconnects)
  const fresh = windows.filter((one) => one.reconnects)
  const of = (name: TargetName, rate: number) => kept.filter((one) => one.target === name && one.rate === rate)
  const all = (name: TargetName, rate: number) => of(name, rate).map(({ cpu }) => sum(cpu))
  const ratio = (name: TargetName, rate: number) =>
    pairedRatios(
      all(name, rate),
      of(name, rate).map(({ raw }) => raw),
    )
  const conditions = (rate: number) => `${rate} visits/s over ${links} links`
  const visit = (name: TargetName, rate: number): Row =>
    name === 'tracked' && rate === busyRate
      ? rowFor(goals.busyTracked, spreadOf(all(name, rate)), conditions(rate))
      : plainRow(`${labels[name]}, all processes`, 'µs', spreadOf(all(name, rate)), conditions(rate))
  const rawVisit = (rate: number) => {
    const spread = spreadOf(kept.filter((one) => one.rate === rate).map(({ raw }) => raw))
    return plainRow('Visit of raw uWS', 'µs', spread, `${rate} visits/s`)
  }
  const part = (name: string) => spreadOf(of('tracked', usualRate).map(({ cpu }) => cpu[name] ?? Number.NaN))
  const parts = Object.keys(of('tracked', usualRate)[0]?.cpu ?? {})
  const share = spreadOf(idle.map((cpu) => sum(cpu) / microsPerPercent))
  return {
    rows: [
      rowFor(goals.pacedUntracked, ratio('untracked', usualRate), conditions(usualRate)),
      rowFor(goals.pacedTracked, ratio('tracked', usualRate), conditions(usualRate)),
      ...rates.flatMap((rate) => [rawVisit(rate), ...targetNames.map((name) => visit(name, rate))]),
      ...rowsOfFresh(fresh),
      ...parts.map((name) => plainRow(`Tracked visit: ${name}`, 'µs', part(name), conditions(usualRate))),
      rowFor(goals.idle, share, 'one redirector, API, workers and stores'),
    ],
    plot: {
      title: 'CPU time per visit at everyday rates, all processes',
      subtitle: `µs, lower is better · ${links} links, Zipf distribution`,
      rows: rates.flatMap((rate) => [
        { ...rawVisit(rate), label: `raw uWS, ${rate}/s` },
        ...targetNames.map((name) => ({
          ...visit(name, rate),
          label: `${labels[name].replace(' visit', '')}, ${rate}/s`,
        })),
      ]),
    },
    rounds: { windows, idle },
  }
}

const ratioGoals = { untracked: goals.pacedUntracked, tracked: goals.pacedTracked } as const

/** The rate of the windows with kept connections, so that the two can be compared. */
function rowsOfFresh(windows: readonly Window[]): Row[] {
  const note = `${usualRate} visits/s over ${links} links, a new connection each`
  const raw = plainRow('Visit of raw uWS', 'µs', spreadOf(windows.map((one) => one.raw)), note)
  const visits = (['untracked', 'tracked'] as const).flatMap((name) => {
    const own = windows.filter(({ target }) => target === name)
    const all = own.map(({ cpu }) => sum(cpu))
    const ratio = pairedRatios(
      all,
      own.map((one) => one.raw),
    )
    return [
      plainRow(`${labels[name]}, all processes`, 'µs', spreadOf(all), note),
      rowFor(ratioGoals[name], ratio, note),
    ]
  })
  return [raw, ...visits]
}
