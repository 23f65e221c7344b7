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
    const wrong = { status: 'failed', fullName: 'counts to three', failureMessages: ['\u001b[31mexpected 2\u001b[39m'] }
    writeReport(3, 1, 2, [{ name: 'a.test.ts', status: 'failed', assertionResults: [wrong, { status: 'passed' }] }])
    const failures = ['a.test.ts: counts to three\n  expected 2']
    expect(countResults(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 2, failures })
  })

  it('counts a file that does not load as a failure', () => {
    writeReport(3, 0, 0, [{ name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }])
    expect(countResults(file, 1)).toMatchObject({ passed: 3, failed: 1, failures: ['a.test.ts\n  no such module'] })
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
    expect(countResults(file, 0, true)).toEqual({ passed: 0, failed: 0, skipped: 4, failures: [] })
  })
})
