import { type Goal, type Grade, grade } from './goals.ts'
import type { Line } from './line-plot.ts'
import type { PanelChart } from './panel-plot.ts'
import type { Spread } from './statistics.ts'

export const benchNames = [
  'redirect',
  'saturated',
  'paced',
  'pipeline',
  'create-link',
  'qr',
  'webhooks',
  'analytics',
  'capacity',
  'deletion',
  'tracing',
] as const
export type BenchName = (typeof benchNames)[number]
/** Benches with saved results. A month is not part of a run of all benches: it has separate options. */
export const resultNames = [...benchNames, 'month'] as const
export type ResultName = (typeof resultNames)[number]

/** One measured figure: a line of the table, a bar of the plot. */
export interface Row {
  label: string
  /** Shown after the number; empty for a ratio. */
  unit: string
  median: number
  low: number
  high: number
  goal?: { good: number; great: number; grade: Grade }
  note?: string
}

/** The result of a bench. The file in results/ adds the machine and the date. */
export interface Measured {
  rows: Row[]
  plot: { title: string; subtitle: string; rows: Row[]; growth?: Line[] } & Partial<
    Pick<PanelChart, 'panels' | 'marks'>
  >
  /** All measurements of each round. */
  rounds: unknown
  /** The reason if the figures are too noisy for a verdict. */
  noise?: string
}

/** The content of <bench>.json. */
export interface StoredResult extends Omit<Measured, 'noise'> {
  bench: ResultName
  command: string
  revision: string
  machine: string
  date: string
}

export interface Options {
  rounds: number
  /** Length of one measured window. */
  seconds: number
  /** Numbers of stored clicks for measuring analytics, in ascending order. */
  rows: readonly number[]
  /** Drive redirects with wrk instead of autocannon. */
  wrk: boolean
  /** A folder for V8 CPU profiles of the Waymark processes. Profiling slows them down. */
  profile?: string
}

export function rowFor(goal: Goal, spread: Spread, note?: string): Row {
  const { label, unit, good, great } = goal
  return { ...plainRow(label, unit, spread, note), goal: { good, great, grade: grade(spread.median, goal) } }
}

/** A figure without a goal. */
export function plainRow(label: string, unit: string, { median, low, high }: Spread, note?: string): Row {
  return { label, unit, median, low, high, ...(note !== undefined && { note }) }
}

/** Three significant digits and at most two decimals. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const decimals = value >= 100 || Number.isInteger(value) ? 0 : value >= 10 ? 1 : 2
  return value.toFixed(decimals)
}

export const withUnit = (value: number, unit: string) => (unit === '' ? number(value) : `${number(value)} ${unit}`)
