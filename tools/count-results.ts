import { existsSync, readFileSync } from 'node:fs'

type Counts = { passed: number; failed: number; skipped: number; problem?: string }
export type SuiteResult = Counts & { name: string; seconds: number }

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Reads the counts from the JSON report of vitest. A missing or inconsistent report counts as one failure. */
export function countResults(reportFile: string, exitCode: number | null, maySkipAll = false): Counts {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, skipped: 0, problem: 'vitest ended without a report' }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport
  const passed = report.numPassedTests
  const skipped = report.numPendingTests + report.numTodoTests
  const failed = report.numFailedTests + report.testResults.filter(brokenOutsideItsTests).length
  if (failed === 0 && exitCode !== 0) {
    return { passed, failed: 1, skipped, problem: `no test failed, but vitest ended with ${exitCode ?? 'a signal'}` }
  }
  if (passed + failed === 0 && !(maySkipAll && skipped > 0)) {
    return { passed, failed: 1, skipped, problem: 'ran nothing' }
  }
  return { passed, failed, skipped }
}

/** A file that does not load, or whose hooks throw, fails without a failed test. */
function brokenOutsideItsTests(file: VitestReport['testResults'][number]): boolean {
  return file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')
}
