import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachine, findRevision } from '../tools/circumstances.ts'
import { resultsFolder } from '../tools/results-folder.ts'
import { root } from '../tools/root.ts'
import { writeRegion } from '../tools/write-region.ts'
import { drawLines } from './line-plot.ts'
import { drawPanels } from './panel-plot.ts'
import { type Bar, drawBars } from './plot.ts'
import { type Measured, type ResultName, type Row, resultNames, type StoredResult, withUnit } from './result.ts'
import { writeTable } from './table.ts'

interface Run {
  /** Command-line arguments. */
  args: readonly string[]
  /** Writes the committed results and the table in docs/performance.md. */
  publish: boolean
}

/** Saves the JSON and the plot of a bench, and returns the path of the plot. */
export function storeResult(bench: ResultName, measured: Measured, { args, publish }: Run): string {
  const { rows, plot, rounds } = measured
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ')
  const date = new Date().toISOString().slice(0, 10)
  const circumstances = { command, revision: findRevision(), machine: describeMachine(), date }
  const result: StoredResult = { bench, ...circumstances, rows, plot, rounds }
  const file = join(resultsFolder(publish), bench)
  writeFileSync(`${file}.json`, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(`${file}.svg`, drawResult(result))
  if (publish) writeRegion(`${root}/docs/performance.md`, 'bench', writeTable(readResults()))
  return `${file}.svg`
}

export function drawResult({ plot, revision, date }: StoredResult): string {
  const { title, rows, growth, panels, marks = [] } = plot
  const subtitle = `${plot.subtitle} · ${revision}, ${date}`
  if (panels !== undefined) return drawPanels({ title, subtitle, panels, marks })
  if (growth !== undefined) return drawLines({ title, subtitle, lines: growth })
  return drawBars({ title, subtitle, bars: rows.map(asBar) })
}

export function printRows(rows: readonly Row[]): void {
  for (const { label, unit, median, low, high, goal, note } of rows) {
    const range = low === high ? '' : `(${withUnit(low, '')} – ${withUnit(high, unit)})`
    const verdict = goal === undefined ? '' : `good ${goal.good}, great ${goal.great}: ${goal.grade}`
    const line = [label.padEnd(52), withUnit(median, unit).padStart(10), range.padEnd(20), verdict, note ?? '']
    console.log(line.join('  ').trimEnd())
  }
}

/** The committed results. */
export function readResults(): StoredResult[] {
  return resultNames
    .map((bench) => join(resultsFolder(true), `${bench}.json`))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as StoredResult)
}

function asBar({ label, unit, median, low, high, goal }: Row): Bar {
  const tone =
    goal === undefined ? 'other' : ({ great: 'great', good: 'ours', 'short of good': 'short' } as const)[goal.grade]
  const marks = goal && [
    { value: goal.great, label: 'great' },
    { value: goal.good, label: 'good' },
  ]
  return { label, value: median, low, high, text: withUnit(median, unit), tone, ...(marks && { marks }) }
}
