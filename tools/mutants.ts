import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ifThereSync } from '#runtime/if-there.ts'
import { describeMachine, findRevision } from './circumstances.ts'
import { brokenBy, type Mutant, type MutantResult, parseMutant, type Report, summarize } from './mutant.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'
import { writeRegion } from './write-region.ts'

const mutantsFolder = join(root, 'test', 'mutants')
const docPath = join(root, 'docs', 'reliability.md')
/** A mutant whose test takes longer broke something else, even on a busy machine. */
const longestTestMs = 600_000
const cache = join(root, '.cache')
/** Every test needs these, and they are not in Git. Each mutant builds its own programs. */
const cached = ifThereSync(() => readdirSync(cache)) ?? []
const shared = ['node_modules', ...cached.flatMap((name) => (name === 'apps' ? [] : `.cache/${name}`))]

process.exitCode = await main(process.argv.slice(2))

/**
 * Applies each mutant to a copy of the committed tree and expects its test to fail. Arguments name mutants; without names,
 * all run. With --publish, the results of all are written to docs/reliability.md.
 */
async function main(args: string[]): Promise<number> {
  const { values, positionals: wanted } = parseArgs({
    args,
    allowPositionals: true,
    options: { publish: { type: 'boolean', default: false } },
  })
  const mutants = readdirSync(mutantsFolder)
    .filter((name) => name.endsWith('.patch'))
    .map((name) => parseMutant(name.slice(0, -'.patch'.length), readFileSync(join(mutantsFolder, name), 'utf8')))
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const results: MutantResult[] = []
  const revision = findRevision()
  const tree = mkdtempSync(join(tmpdir(), 'waymark-mutants-'))
  try {
    await git('worktree', 'add', '--force', '--detach', tree, 'HEAD')
    mkdirSync(join(tree, '.cache'))
    for (const name of shared) symlinkSync(join(root, name), join(tree, name))
    for (const mutant of mutants) {
      const result = await tryMutant(mutant, tree)
      results.push(result)
      print(result)
    }
  } finally {
    await git('worktree', 'remove', '--force', tree)
    rmSync(tree, { recursive: true, force: true })
  }
  if (values.publish && wanted.length === 0) writeSummary(results, revision)
  const green = results.filter(({ isRed }) => !isRed)
  console.log(`${results.length - green.length} of ${results.length} mutants turned their test red`)
  return green.length === 0 && results.length > 0 ? 0 : 1
}

async function tryMutant(mutant: Mutant, tree: string): Promise<MutantResult> {
  const patch = join(mutantsFolder, `${mutant.name}.patch`)
  const applied = await runCommand(['git', 'apply', '-C1', patch], { cwd: tree })
  if (applied.code !== 0) {
    return { mutant, seconds: 0, verdict: `does not apply: ${applied.output.trim().split('\n')[0]}`, isRed: false }
  }
  const report = join(tree, 'mutant.json')
  rmSync(report, { force: true })
  const vitest = [process.execPath, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', mutant.test]
  const only = mutant.testName === undefined ? [] : ['-t', mutant.testName]
  const options = ['--reporter=json', `--outputFile=${report}`, '--root', tree]
  const { seconds } = await runCommand([...vitest, ...only, ...options], { cwd: tree, limitMs: longestTestMs })
  await runCommand(['git', 'checkout', '--quiet', '--', '.'], { cwd: tree })
  const { verdict, isRed } = brokenBy(readReport(report))
  return { mutant, seconds, verdict, isRed }
}

function readReport(path: string): Report | undefined {
  return ifThereSync(() => JSON.parse(readFileSync(path, 'utf8')) as Report) ?? undefined
}

function print({ mutant, seconds, verdict, isRed }: MutantResult): void {
  console.log(
    `${isRed ? 'red  ' : 'GREEN'} ${mutant.name.padEnd(30)} ${seconds.toFixed(0).padStart(4)} s  ${mutant.test}`,
  )
  console.log(`      ${mutant.why}\n      ${verdict}`)
}

function writeSummary(results: readonly MutantResult[], revision: string): void {
  const date = new Date().toISOString().slice(0, 10)
  writeRegion(docPath, 'mutants', summarize(results, `Revision ${revision}, ${date}, on ${describeMachine()}`))
}

async function git(...args: string[]): Promise<void> {
  const { code, output } = await runCommand(['git', ...args])
  if (code !== 0) throw new Error(`git ${args.join(' ')}:\n${output}`)
}
