import { grade } from './goals.ts'
import type { Measured, Row } from './result.ts'
import { spreadOf } from './statistics.ts'

/** So many runs may be too noisy, besides those that are needed. */
const sparedRuns = 2

/**
 * Repeats a bench until it has this many runs with a verdict. The result has the medians of all runs, and ranges from the lowest
 * to the highest round of all of them.
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
  const merge = (row: Row, rowsOf: (run: Measured) => Row[]): Row =>
    mergeRows(
      runs.flatMap((run) =>
        rowsOf(run)
          .filter(({ label }) => label === row.label)
          .slice(0, 1),
      ),
    )
  return {
    rows: first.rows.map((row) => merge(row, (run) => run.rows)),
    plot: { ...first.plot, rows: first.plot.rows.map((row) => merge(row, (run) => run.plot.rows)) },
    rounds: runs.map(({ rounds }) => rounds),
  }
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
