import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const shownLines = 12

type Counts = { passed: number; failed: number; skipped: number; failures: string[]; problem?: string }
export type SuiteResult = Counts & { name: string; seconds: number }

interface FileResult {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: FileResult[]
}

/** Reads the counts from the JSON report of vitest. A missing or inconsistent report counts as one failure. */
export function countResults(reportFile: string, exitCode: number | null, maySkipAll = false): Counts {
  if (!existsSync(reportFile)) return broken({ problem: 'vitest ended without a report' })
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport
  const passed = report.numPassedTests
  const skipped = report.numPendingTests + report.numTodoTests
  const failures = report.testResults.flatMap(describeFailures)
  const failed = report.numFailedTests + report.testResults.filter(brokenOutsideItsTests).length
  const counts = { passed, skipped, failures }
  if (failed === 0 && exitCode !== 0) {
    return broken({ ...counts, problem: `no test failed, but vitest ended with ${exitCode ?? 'a signal'}` })
  }
  if (passed + failed === 0 && !(maySkipAll && skipped > 0)) return broken({ ...counts, problem: 'ran nothing' })
  return { ...counts, failed }
}

function broken(counts: Partial<Counts> & { problem: string }): Counts {
  return { passed: 0, failed: 1, skipped: 0, failures: [], ...counts }
}

/** A file that does not load, or whose hooks throw, fails without a failed test. */
function brokenOutsideItsTests(file: FileResult): boolean {
  return file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')
}

/** Each failed test with the start of its error, for readers who only see the end of a long log. */
function describeFailures(file: FileResult): string[] {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (brokenOutsideItsTests(file)) return [`${file.name}\n${startOf(file.message)}`]
  return failed.map((test) => `${file.name}: ${test.fullName}\n${startOf(test.failureMessages?.[0])}`)
}

function startOf(message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines
    .slice(0, shownLines)
    .map((line) => `  ${line}`)
    .join('\n')
}
