import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { describeMachine } from '../../tools/circumstances.ts'
import { resultsFolder } from '../../tools/results-folder.ts'
import { drawLines } from '../line-plot.ts'
import { checkStored } from './check-stored.ts'
import { type BenchLink, Installation } from './installation.ts'
import { openMostAt } from './open-loop.ts'
import { type Options, readOptions } from './options.ts'
import { type RampResult, ramp, risingSteps } from './ramp.ts'
import { latencyLines, stepLine, stepTitle, verdictOf } from './report.ts'
import { openVisitor } from './visitor.ts'

const warmUpSeconds = 2
const interruptedCode = 130
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** Measures an installation that is already running. Returns the exit code. */
export async function benchAgainst(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (options === null) return 1
  const stop = new AbortController()
  const interrupt = () => {
    if (!stop.signal.aborted) console.log('Interrupted.')
    stop.abort()
  }
  // Until the links are deleted, also for later signals: npm sends a second SIGINT on Ctrl-C.
  for (const name of signals) process.on(name, interrupt)
  try {
    return await measure(options, stop.signal)
  } catch (error) {
    if (stop.signal.aborted && error === stop.signal.reason) return interruptedCode
    throw error
  } finally {
    for (const name of signals) process.off(name, interrupt)
  }
}

async function measure(options: Options, signal: AbortSignal): Promise<number> {
  if (!(await mayVisit(new URL(options.origin).hostname, options.yes, signal))) return 1
  const installation = new Installation(options.origin, options.key)
  await installation.demandPermissions()
  signal.throwIfAborted()
  const [outcome] = await Promise.allSettled([measureLinks(installation, options, signal)])
  const isClean = await removeLinks(installation)
  // An error of the measurement may have caused that of the deletion.
  if (outcome.status === 'rejected') throw outcome.reason
  return isClean ? outcome.value : 1
}

async function measureLinks(installation: Installation, options: Options, signal: AbortSignal): Promise<number> {
  console.log(`Creating ${options.links} links with the tag ${installation.tag} ...`)
  // Not interrupted: the links could be created after they are deleted.
  const links = await installation.createLinks(options.links)
  signal.throwIfAborted()
  const host = new URL(links[0]?.short_url ?? '').hostname
  if (!(await mayVisit(host, options.yes, signal))) return 1
  console.log(`Visiting ${host}, first for ${warmUpSeconds} seconds that are not shown ...\n${stepTitle}`)
  const result = await visitAll(links, options, signal)
  console.log(verdictOf(result, options.limits))
  if (result.steps.length > 0) save(options, result)
  signal.throwIfAborted()
  const { isSound, text } = await checkStored(installation, result, signal)
  console.log(text)
  return isSound ? 0 : 1
}

/** Returns whether all links are deleted. */
async function removeLinks(installation: Installation): Promise<boolean> {
  console.log(`Deleting the links with the tag ${installation.tag} ...`)
  try {
    await installation.removeLinks()
    console.log('Deleted the links.')
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return false
  }
}

async function visitAll(links: BenchLink[], { from, to, seconds, limits }: Options, signal: AbortSignal) {
  const { send, close } = openVisitor(links, signal)
  const openMost = openMostAt(to, limits.p99Ms)
  try {
    return await ramp(send, limits, {
      warmUpSeconds,
      steps: risingSteps(from, to, seconds),
      onStep: (step) => console.log(stepLine(step)),
      openMost,
      signal,
    })
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

async function mayVisit(host: string, yes: boolean, signal: AbortSignal): Promise<boolean> {
  if (yes || loopback.test(host)) return true
  if (!process.stdin.isTTY) {
    console.error(`${host} is not this machine. Add --yes to put load on it.`)
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new AbortController()
  // Ctrl-C and Ctrl-D close it, and a closed one never gets an answer.
  terminal.once('close', () => closed.abort())
  const stopped = AbortSignal.any([signal, closed.signal])
  const answer = await terminal
    .question(`Put load on ${host}? It must be yours. [y/N] `, { signal: stopped })
    .catch(() => '')
  terminal.close()
  signal.throwIfAborted()
  return answer.trim().toLowerCase() === 'y'
}
