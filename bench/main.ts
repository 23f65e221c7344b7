import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { errorCode } from '../embedded/launch-error.ts'
import { buildApps } from '../tools/build-apps.ts'
import { benchAnalytics } from './analytics.ts'
import { benchCapacity } from './capacity.ts'
import { benchCreateLink } from './create-link.ts'
import { benchDeletion } from './deletion.ts'
import { benchPaced } from './paced.ts'
import { succeeds } from './pin.ts'
import { benchPipeline } from './pipeline.ts'
import { benchQr } from './qr.ts'
import { benchRedirect } from './redirect.ts'
import { printRows, storeResult } from './report.ts'
import { type BenchName, benchNames, type Measured, type Options } from './result.ts'
import { benchSaturated } from './saturated.ts'
import { type Stack, startStack } from './stack.ts'
import { benchTracing } from './tracing.ts'
import { benchWebhooks } from './webhooks.ts'
import { repeatRuns } from './whole-runs.ts'

const usage = `Usage: npm run bench -- [${benchNames.join('|')} ...] [--rounds N] [--seconds S] [--runs N] [--rows N,N] [--wrk] [--profile FOLDER] [--publish]\n       npm run bench -- against URL --key FILE\n       npm run bench -- month --scale S [--seed N] [--folder F] [--publish]`
/** A run with fewer rounds is a trial: its results are printed but not saved. */
const fewestRounds = 5
const mostRounds = 50
const mostSeconds = 60
const mostRuns = 9
const mostClicks = 1_000_000_000
const tooNoisy = 2
/** The exit code that shells use for a program stopped by SIGINT. */
const interruptedCode = 130

const benches: Record<BenchName, (stack: Stack, options: Options) => Promise<Measured>> = {
  redirect: benchRedirect,
  saturated: benchSaturated,
  paced: benchPaced,
  pipeline: benchPipeline,
  'create-link': benchCreateLink,
  qr: benchQr,
  webhooks: benchWebhooks,
  analytics: benchAnalytics,
  capacity: benchCapacity,
  deletion: benchDeletion,
  tracing: benchTracing,
}

const [first, ...others] = process.argv.slice(2)
const separate: Record<string, () => Promise<(args: string[]) => Promise<number>>> = {
  against: async () => (await import('./against/main.ts')).benchAgainst,
  month: async () => (await import('./month/main.ts')).benchMonth,
}
const run = separate[first ?? '']
process.exitCode = run === undefined ? await main(process.argv.slice(2)) : await runSeparately(await run(), others)

/** Benches with separate options. */
async function runSeparately(bench: (args: string[]) => Promise<number>, args: string[]): Promise<number> {
  try {
    return await bench(args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

async function main(args: string[]): Promise<number> {
  const { names, options, runs, publish } = readArguments(args)
  let code = 0
  await buildApps(console.log)
  for (const name of names) {
    const measured = await repeatRuns(runs, () => runOnStack(name, options))
    printRows(measured.rows)
    if (measured.noise !== undefined) {
      console.log(`${name}: too noisy for a verdict: ${measured.noise}. Nothing was saved.`)
      code = tooNoisy
    } else if (options.rounds < fewestRounds || options.profile !== undefined) {
      console.log(`${name}: a trial (a verdict requires ${fewestRounds} rounds and no profile). Nothing was saved.`)
    } else {
      console.log(`${name}: saved as ${storeResult(name, measured, { args, publish })} and .json.`)
    }
  }
  return code
}

async function runOnStack(name: BenchName, options: Options): Promise<Measured> {
  console.log(`${name}: starting PostgreSQL, Redis and ClickHouse ...`)
  const stop = new AbortController()
  let stack: Stack | undefined
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= stack?.close()
    return closing
  }
  // Work in progress then fails on closed connections. The `finally` delays the failure until the cleanup is done.
  const interrupt = () => {
    stop.abort()
    void close()?.finally(() => process.exit(interruptedCode))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    stack = await startStack({ profile: options.profile, signal: stop.signal })
    // The stores end their start when it is aborted, the connections to them do not.
    stop.signal.throwIfAborted()
    return await benches[name](stack, options)
  } finally {
    await close()
    if (stop.signal.aborted) process.exit(interruptedCode)
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

function readArguments(args: string[]): {
  names: readonly BenchName[]
  options: Options
  runs: number
  publish: boolean
} {
  const { values, positionals } = parse(args)
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  const unknown = positionals.filter((name) => !isBenchName(name))
  const rounds = Number(values.rounds)
  const seconds = Number(values.seconds)
  const runs = Number(values.runs)
  const rows = values.rows.split(',').map(Number)
  const isKnown =
    unknown.length === 0 && rows.every((count, at) => isWhole(count, mostClicks) && count > (rows[at - 1] ?? 0))
  if (!isKnown || !isWhole(rounds, mostRounds) || !isWhole(seconds, mostSeconds) || !isWhole(runs, mostRuns))
    refuse(usage)
  if (process.platform !== 'linux') refuse('The benches read CPU time from /proc, which requires Linux.')
  const hasWrk = succeeds('wrk', '-v')
  if (!hasWrk && (values.wrk || positionals.includes('saturated'))) {
    refuse('wrk is not installed. Install it, for example with apt-get install wrk.')
  }
  const all = benchNames.filter((name) => hasWrk || name !== 'saturated')
  if (positionals.length === 0 && !hasWrk) console.log('saturated: left out, because wrk is not installed.')
  const profile = values.profile === undefined ? undefined : resolve(values.profile)
  if (profile !== undefined) mkdirSync(profile, { recursive: true })
  return {
    names: positionals.length > 0 ? positionals.filter(isBenchName) : all,
    options: { rounds, seconds, rows, wrk: values.wrk, ...(profile !== undefined && { profile }) },
    runs,
    publish: values.publish,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '6' },
        seconds: { type: 'string', default: '8' },
        runs: { type: 'string', default: '1' },
        rows: { type: 'string', default: '1000000,10000000,50000000' },
        wrk: { type: 'boolean', default: false },
        profile: { type: 'string' },
        publish: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    // An unknown option, or one without its value.
    if (errorCode(error)?.startsWith('ERR_PARSE_ARGS_')) refuse(usage)
    throw error
  }
}

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}

function isBenchName(name: string): name is BenchName {
  return benchNames.some((known) => known === name)
}

function isWhole(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most
}
