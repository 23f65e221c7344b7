import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countResults } from './count-results.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-count-'))
const file = join(folder, 'report.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function writeReport(passed: number, failed: number, skipped: number, testResults: object[] = []): void {
  const counts = { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numTodoTests: 0 }
  writeFileSync(file, JSON.stringify({ ...counts, testResults }))
}

describe('countResults', () => {
  it('reads the counts from the report of vitest', () => {
    writeReport(3, 1, 2, [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }])
    expect(countResults(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  it('counts a file that does not load as a failure', () => {
    writeReport(3, 0, 0, [{ status: 'failed', assertionResults: [] }])
    expect(countResults(file, 1)).toMatchObject({ passed: 3, failed: 1 })
  })

  it('counts an error outside every test as a failure', () => {
    writeReport(3, 0, 0)
    expect(countResults(file, 1)).toMatchObject({ passed: 3, failed: 1 })
    expect(countResults(file, null)).toMatchObject({ passed: 3, failed: 1 })
  })

  it('counts a missing report as a failure, since vitest crashed', () => {
    expect(countResults(join(folder, 'absent.json'), 0)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('counts a suite that ran no tests as a failure, unless it may skip all of them', () => {
    writeReport(0, 0, 0)
    expect(countResults(file, 0)).toMatchObject({ failed: 1, problem: 'ran nothing' })
    writeReport(0, 0, 4)
    expect(countResults(file, 0)).toMatchObject({ failed: 1, problem: 'ran nothing' })
    expect(countResults(file, 0, true)).toEqual({ passed: 0, failed: 0, skipped: 4 })
  })
})
