import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildApps } from './build-apps.ts'
import { buildDashboard } from './build-dashboard.ts'
import { buildSdk } from './build-sdk.ts'
import { countResults, type SuiteResult } from './count-results.ts'
import type { FileSeconds } from './file-seconds.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'
import { startInTurn } from './start-in-turn.ts'
import { mostCores, type Suite, suites } from './suites.ts'

const vitest = `${root}/node_modules/vitest/vitest.mjs`
/** A suite that takes longer is stopped and counts as failed. The limit allows for other suites on a busy machine. */
const longestSuiteMs = 30 * 60_000
const slowestShown = 10

type TestFile = { file: string; projectName: string }
type Run = Suite & { files: string[] }

const folder = mkdtempSync(join(tmpdir(), 'waymark-test-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.exitCode = await main(process.argv.slice(2))

/** Arguments name suites or test files; without any, every suite runs. Tools read the last line. */
async function main(wanted: string[]): Promise<number> {
  // To list them takes a while, and suites that run whole find their files.
  const files = wanted.every((name) => findSuite(name) !== undefined) ? [] : await listTestFiles()
  const paths = wanted.filter((name) => findSuite(name) === undefined).map((name) => resolve(name))
  const unknown = paths.filter((path) => !files.some(({ file }) => file === path))
  if (unknown.length > 0) {
    console.error(
      `Neither a suite (${suites.map(({ name }) => name).join(', ')}) nor a test file: ${unknown.join(', ')}`,
    )
  }
  const runs: Run[] = []
  for (const suite of suites) {
    const own = files.filter(({ file, projectName }) => projectName === suite.name && paths.includes(file))
    if (wanted.length === 0 || wanted.includes(suite.name)) runs.push({ ...suite, files: [] })
    else if (own.length > 0) runs.push({ ...suite, files: own.map(({ file }) => file) })
  }
  await build(runs)
  const isAlone = runs.length === 1
  const results = await startInTurn(runs, mostCores, (run) => runSuite(run, isAlone))
  return report(results, unknown.length)
}

async function build(runs: readonly Run[]): Promise<void> {
  await Promise.all([
    runs.some(({ startsPrograms }) => startsPrograms) && buildApps(console.log),
    runs.some(({ name }) => name === 'api') && buildSdk(console.log),
    runs.some(({ showsPages }) => showsPages) && buildDashboard(console.log),
  ])
}

function findSuite(name: string) {
  return suites.find((suite) => suite.name === name)
}

async function listTestFiles(): Promise<TestFile[]> {
  const { code, output } = await runCommand([process.execPath, vitest, 'list', '--filesOnly', '--json'])
  if (code !== 0) throw new Error(`vitest could not list the test files:\n${output}`)
  return JSON.parse(output.slice(output.indexOf('['))) as TestFile[]
}

/** Without `stream`, the output of a suite is shown when the suite ends. */
async function runSuite({ name, files }: Run, stream: boolean): Promise<SuiteResult> {
  const report = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', `--reporter=${root}/tools/file-seconds.ts`, '--reporter=json']
  console.log(stream ? `\n--- ${name} ---` : `${name} starts`)
  const command = [process.execPath, vitest, 'run', '--project', name, ...reporters, `--outputFile.json=${report}`]
  // Deleted at the end: the next run might resolve imports to other files.
  const env = { ...process.env, FILE_SECONDS: secondsFile(name), TEST_MODULE_CACHE: join(folder, 'modules') }
  const limits = { env, stream, limitMs: longestSuiteMs }
  const { code, output, seconds } = await runCommand([...command, ...files], limits)
  if (!stream) console.log(`\n--- ${name} ---\n${output.trimEnd()}\n`)
  return { name, seconds, ...countResults(report, code, findSuite(name)?.maySkipAll) }
}

function secondsFile(name: string): string {
  return join(folder, `${name}.seconds.json`)
}

function report(results: SuiteResult[], unknown: number): number {
  const total = { passed: 0, failed: unknown, skipped: 0 }
  const failures = results.flatMap((result) => result.failures)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  console.log('\nThe slowest files:')
  for (const { file, seconds } of slowestFiles(results)) console.log(`${formatSeconds(seconds)}  ${file}`)
  console.log('')
  for (const { name, seconds, passed, failed, skipped, problem } of results) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`
    console.log(`${name.padEnd(10)} ${formatSeconds(seconds)}  ${counts}${problem ? `  (${problem})` : ''}`)
  }
  console.log(`all of it  ${formatSeconds(performance.now() / 1_000)}`)
  if (total.passed + total.failed === 0) total.failed = 1
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed > 0 ? 1 : 0
}

function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(6)} s`
}

function slowestFiles(results: SuiteResult[]): FileSeconds[] {
  const written = results.map(({ name }) => secondsFile(name)).filter((path) => existsSync(path))
  const files = written.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as FileSeconds[])
  return files.sort((one, other) => other.seconds - one.seconds).slice(0, slowestShown)
}
