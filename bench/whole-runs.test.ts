import { expect, it, vi } from 'vitest'
import { goals } from './goals.ts'
import { type Measured, plainRow, rowFor } from './result.ts'
import { mergeRuns, repeatRuns } from './whole-runs.ts'

const run = (median: number, noise?: string): Measured => {
  const spread = { median, low: median - 0.5, high: median + 0.5 }
  const rows = [rowFor(goals.untracked, spread, `${median * 1000}/s`), plainRow('Raw', 'µs', spread)]
  return {
    rows,
    plot: { title: 'Redirects', subtitle: 'lower is better', rows: rows.slice(0, 1) },
    rounds: [median],
    ...(noise !== undefined && { noise }),
  }
}

it('returns the median of the runs, the range of all rounds, and the grade of that median', () => {
  const { rows, plot, rounds } = mergeRuns([run(1.3), run(1.05), run(1.15)])
  expect(rows[0]).toEqual({
    label: goals.untracked.label,
    unit: '',
    median: 1.15,
    low: 0.55,
    high: 1.8,
    goal: { good: 1.2, great: 1.08, grade: 'good' },
    note: '1150/s',
  })
  expect(rows[1]).toMatchObject({ label: 'Raw', median: 1.15 })
  expect(plot.rows).toEqual([rows[0]])
  expect(rounds).toEqual([[1.3], [1.05], [1.15]])
})

it('tells apart rows with the same label', () => {
  const twoRates = (one: number, two: number): Measured => ({ ...run(one), rows: [...run(one).rows, ...run(two).rows] })
  const { rows } = mergeRuns([twoRates(1, 5), twoRates(2, 6), twoRates(3, 7)])
  expect(rows.map(({ median }) => median)).toEqual([2, 2, 6, 6])
})

it('refuses runs with different rows', () => {
  const shorter = { ...run(1), rows: run(1).rows.slice(0, 1) }
  expect(() => mergeRuns([run(1), shorter])).toThrow('the runs have different rows: Raw')
})

it('averages the middle two of an even number of runs', () => {
  expect(mergeRuns([run(1), run(2)]).rows[1]).toMatchObject({ median: 1.5, low: 0.5, high: 2.5 })
})

it('replaces runs that are too noisy, and gives up after three of them', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const results = [run(1.1), run(9, 'raw varied by 20%'), run(1.2), run(1.3)]
  const merged = await repeatRuns(3, async () => results.shift() as Measured)
  expect(merged.rows[1]).toMatchObject({ median: 1.2, high: 1.8 })
  expect(merged.noise).toBeUndefined()
  const noisy = await repeatRuns(3, async () => run(1, 'raw varied by 20%'))
  expect(noisy.noise).toBe('raw varied by 20%; raw varied by 20%; raw varied by 20%')
})

it('returns a single run as it is', async () => {
  const only = run(1.1, 'raw varied by 20%')
  expect(await repeatRuns(1, async () => only)).toBe(only)
})
