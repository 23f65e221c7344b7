import { grade } from './goals.ts'
import type { Measured, Row } from './result.ts'
import { spreadOf } from './statistics.ts'

/** The most runs with too much noise that are repeated. */
const sparedRuns = 2

/**
 * Repeats a bench until it has this many runs with a verdict. The result has the medians of all runs, and ranges from the lowest
 * to the highest round of all of them. Lines and panels of a plot are those of the first run.
 */
export async function repeatRuns(runs: number, bench: () => Promise<Measured>): Promise<Measured> {
  const quiet: Measured[] = []
  const noise: string[] = []
  while (quiet.length < runs) {
    const measured = await bench()
    if (measured.noise === undefined) quiet.push(measured)
    else noise.push(measured.noise)
    if (runs === 1) return measured
    console.log(`${quiet.length} of ${runs} runs${noise.length > 0 ? `, and ${noise.length} with too much noise` : ''}`)
    if (noise.length > sparedRuns) return { ...measured, noise: noise.join('; ') }
  }
  return mergeRuns(quiet)
}

export function mergeRuns(runs: readonly Measured[]): Measured {
  const [first] = runs
  if (first === undefined) throw new Error('a result needs a run')
  return {
    rows: mergeColumns(runs.map(({ rows }) => rows)),
    plot: { ...first.plot, rows: mergeColumns(runs.map(({ plot }) => plot.rows)) },
    rounds: runs.map(({ rounds }) => rounds),
  }
}

/** By position: rows for several rates have the same label. */
function mergeColumns(runs: readonly (readonly Row[])[]): Row[] {
  const [first = []] = runs
  return first.map(({ label }, index) => {
    const rows = runs.flatMap((run) => run[index] ?? [])
    if (rows.length < runs.length || rows.some((row) => row.label !== label)) {
      throw new Error(`the runs have different rows: ${label}`)
    }
    return mergeRows(rows)
  })
}

/** The note is that of the run in the middle, because it contains rates of that run. */
function mergeRows(rows: readonly Row[]): Row {
  const { median } = spreadOf(rows.map((row) => row.median))
  const low = Math.min(...rows.map((row) => row.low))
  const high = Math.max(...rows.map((row) => row.high))
  const [middle] = [...rows].sort((a, b) => Math.abs(a.median - median) - Math.abs(b.median - median))
  if (middle === undefined) throw new Error('a result needs a row')
  const { goal } = middle
  return { ...middle, median, low, high, ...(goal && { goal: { ...goal, grade: grade(median, goal) } }) }
}
