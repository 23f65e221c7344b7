import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { countResults, type SuiteResult } from './count-results.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'
import { suites } from './suites.ts'

const vitest = `${root}/node_modules/vitest/vitest.mjs`
/** A suite that takes longer hangs: it is ended and counted as failed. */
const longestSuiteMs = 20 * 60_000

type TestFile = { file: string; projectName: string }

const folder = mkdtempSync(join(tmpdir(), 'waymark-test-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.exitCode = await main(process.argv.slice(2))

/** Arguments name suites or test files; without any, every suite runs. The closing line is read by machines. */
async function main(wanted: string[]): Promise<number> {
  const files = await listTestFiles()
  const isSuite = (name: string) => suites.some((suite) => suite.name === name)
  const paths = wanted.filter((name) => !isSuite(name)).map((name) => resolve(name))
  const unknown = paths.filter((path) => !files.some(({ file }) => file === path))
  if (unknown.length > 0) {
    console.error(
      `Neither a suite (${suites.map(({ name }) => name).join(', ')}) nor a test file: ${unknown.join(', ')}`,
    )
  }
  const results: SuiteResult[] = []
  for (const suite of suites) {
    const own = files.filter(({ projectName }) => projectName === suite.name).map(({ file }) => file)
    const chosen = wanted.length === 0 || wanted.includes(suite.name) ? own : own.filter((file) => paths.includes(file))
    if (chosen.length > 0) results.push(await runSuite(suite.name, chosen.length === own.length ? [] : chosen))
    else if (wanted.includes(suite.name)) results.push(nothing(suite.name))
  }
  return report(results, unknown.length)
}

async function listTestFiles(): Promise<TestFile[]> {
  const { code, output } = await runCommand([process.execPath, vitest, 'list', '--filesOnly', '--json'])
  if (code !== 0) throw new Error(`vitest could not list the test files:\n${output}`)
  return JSON.parse(output.slice(output.indexOf('['))) as TestFile[]
}

async function runSuite(name: string, files: string[]): Promise<SuiteResult> {
  const report = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  console.log(`\n--- ${name} ---`)
  const command = [process.execPath, vitest, 'run', '--project', name, ...reporters, ...files]
  const { code, seconds } = await runCommand(command, { stream: true, limitMs: longestSuiteMs })
  return { name, seconds, ...countResults(report, code, suites.find((suite) => suite.name === name)?.maySkipAll) }
}

function nothing(name: string): SuiteResult {
  return { name, seconds: 0, passed: 0, failed: 1, skipped: 0, problem: 'has no test files' }
}

function report(results: SuiteResult[], unknown: number): number {
  const total = { passed: 0, failed: unknown, skipped: 0 }
  console.log('')
  for (const { name, seconds, passed, failed, skipped, problem } of results) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`
    console.log(`${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${counts}${problem ? `  (${problem})` : ''}`)
  }
  if (total.passed + total.failed === 0) total.failed = 1
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed > 0 ? 1 : 0
}
