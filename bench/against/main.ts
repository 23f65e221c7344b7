import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine } from '../../tools/circumstances.ts'
import { resultsFolder } from '../../tools/results-folder.ts'
import { drawLines } from '../line-plot.ts'
import { type BenchLink, Installation } from './installation.ts'
import type { StepResult } from './open-loop.ts'
import { type Limits, type RampResult, ramp, risingSteps } from './ramp.ts'
import { latencyLines, stepLine, stepTitle, verdictOf } from './report.ts'
import { openVisitor } from './visitor.ts'

const usage = `Usage: npm run bench -- against URL --key FILE [options]

Visits links of a running installation at rising rates until it is too slow, and
checks that every answered visit was stored. Creates its own links with the API
key in FILE (permissions read, write, delete), and deletes them at the end.

  --from N      visits per second of the first step (default: 50)
  --to N        of the last step (default: 20000)
  --seconds N   length of a step (default: 10)
  --links N     number of links, at most 100 (default: 100)
  --p99 N       acceptable p99 latency in milliseconds (default: 100)
  --yes         do not ask before visiting a host that is not this machine`

const failedShare = 0.001
const pollMs = 1_000
/** A backlog drains faster than it grew. */
const storedMostMs = 120_000
const interruptedCode = 130
const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

interface Options {
  origin: string
  key: string
  from: number
  to: number
  seconds: number
  links: number
  limits: Limits
  yes: boolean
}

/** Measures an installation that is already running. Returns the exit code. */
export async function benchAgainst(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (options === null) return 1
  if (!(await mayVisit(new URL(options.origin).hostname, options.yes))) return 1
  const installation = new Installation(options.origin, options.key)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  console.log(`Creating ${options.links} links with the tag ${installation.tag} ...`)
  const links = await installation.createLinks(options.links)
  try {
    const host = new URL(links[0]?.short_url ?? '').hostname
    if (!(await mayVisit(host, options.yes))) return 1
    console.log(`Visiting ${host} ...\n${stepTitle}`)
    const result = await visitAll(links, options, stop.signal)
    console.log(verdictOf(result, options.limits))
    save(options, result)
    if (stop.signal.aborted) return interruptedCode
    return (await allStored(installation, result)) ? 0 : 1
  } finally {
    await installation.removeLinks()
    console.log(`Deleted the links with the tag ${installation.tag}.`)
  }
}

async function visitAll(links: BenchLink[], { from, to, seconds, limits }: Options, signal: AbortSignal) {
  const { send, close } = openVisitor(links)
  try {
    const onStep = (step: StepResult) => console.log(stepLine(step))
    return await ramp(send, risingSteps(from, to, seconds), limits, { onStep, signal })
  } finally {
    await close()
  }
}

function save(options: Options, result: RampResult): void {
  const file = join(resultsFolder(false), 'against')
  const { origin, limits } = options
  const date = new Date().toISOString()
  writeFileSync(
    `${file}.json`,
    `${JSON.stringify({ origin, date, client: describeMachine(), limits, ...result }, null, 2)}\n`,
  )
  const subtitle = `${origin} · milliseconds from the moment a visit was due, by visits per second · ${date.slice(0, 10)}`
  writeFileSync(
    `${file}.svg`,
    drawLines({ title: 'Latency of a redirect', subtitle, lines: latencyLines(result.steps) }),
  )
  console.log(`Saved as ${file}.json and .svg.`)
}

/** Every answered visit is stored once. A visit without an answer may be stored too. */
async function allStored(installation: Installation, { steps }: RampResult): Promise<boolean> {
  const answered = steps.reduce((sum, step) => sum + step.answered, 0)
  const sent = steps.reduce((sum, step) => sum + step.sent, 0)
  const end = Date.now() + storedMostMs
  let stored = await installation.countStored()
  while (stored < answered && Date.now() < end) {
    await sleep(pollMs)
    stored = await installation.countStored()
  }
  const isSound = stored >= answered && stored <= sent
  console.log(
    `${isSound ? 'All stored' : 'NOT all stored'}: ${sent} visits sent, ${answered} answered, ${stored} stored.`,
  )
  return isSound
}

async function mayVisit(host: string, yes: boolean): Promise<boolean> {
  if (yes || loopback.test(host)) return true
  if (!process.stdin.isTTY) {
    console.error(`${host} is not this machine. Add --yes to put load on it.`)
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Put load on ${host}? It must be yours. [y/N] `)
  terminal.close()
  return answer.trim().toLowerCase() === 'y'
}

function readOptions(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        from: { type: 'string', default: '50' },
        to: { type: 'string', default: '20000' },
        seconds: { type: 'string', default: '10' },
        links: { type: 'string', default: '100' },
        p99: { type: 'string', default: '100' },
        yes: { type: 'boolean', default: false },
      },
    })
    const [from, to, seconds, links, p99Ms] = [
      whole('--from', values.from, 100_000),
      whole('--to', values.to, 100_000),
      whole('--seconds', values.seconds, 600),
      whole('--links', values.links, 100),
      whole('--p99', values.p99, 10_000),
    ]
    const [url] = positionals
    if (url === undefined || positionals.length > 1 || values.key === undefined) throw new Error(usage)
    if (from > to) throw new Error('--from must not be higher than --to.')
    const key = readFileSync(values.key, 'utf8').trim()
    return {
      origin: new URL(url).origin,
      key,
      from,
      to,
      seconds,
      links,
      limits: { p99Ms, failedShare },
      yes: values.yes,
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return null
  }
}

function whole(name: string, text: string, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new Error(`${name} must be a whole number from 1 to ${most}.`)
}
