import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../tools/root.ts'
import { goals } from './goals.ts'
import { readResults } from './report.ts'
import { plainRow, rowFor, type StoredResult } from './result.ts'
import { writeTable } from './table.ts'

const result: StoredResult = {
  bench: 'redirect',
  command: 'npm run bench -- redirect',
  revision: 'abc1234',
  machine: '2 cores of something',
  date: '2026-01-31',
  rows: [
    rowFor(goals.untracked, { median: 1.1, low: 1.05, high: 1.234 }),
    plainRow('A | B', 'µs', { median: 12.34, low: 12.34, high: 12.34 }, 'by the way'),
  ],
  plot: { title: 'CPU', subtitle: 'lower is better', rows: [] },
  rounds: [],
}

describe('the table', () => {
  it('shows the range, both marks and the grade', () => {
    expect(writeTable([result])).toContain(
      '| Untracked cached redirect, CPU ratio to raw uWS | **1.10** | 1.05 – 1.23 | 1.20 | 1.08 | good |',
    )
  })

  it('leaves cells without a value empty, and escapes bars in labels', () => {
    expect(writeTable([result])).toContain('| A \\| B (by the way) | **12.3 µs** |  |  |  |  |')
  })

  it('names command, revision and machine', () => {
    expect(writeTable([result])).toContain(
      '`npm run bench -- redirect` at revision abc1234, 2026-01-31, on 2 cores of something.',
    )
  })

  it('matches the table in docs/performance.md for the committed results', () => {
    expect(readFileSync(`${root}/docs/performance.md`, 'utf8')).toContain(
      `<!-- bench -->\n${writeTable(readResults())}\n<!-- /bench -->`,
    )
  })
})
