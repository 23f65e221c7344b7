import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectDir } from '#runtime/project.ts'
import { buildApps } from '../../tools/build-apps.ts'
import { describeMachine, findRevision } from '../../tools/circumstances.ts'
import { resultsFolder } from '../../tools/results-folder.ts'
import { writeRegion } from '../../tools/write-region.ts'
import { drawFault } from './catalog.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { createDice } from './dice.ts'
import { createLinks } from './links.ts'
import { type Line, readLines, summarize, writeLine } from './long-run-log.ts'
import { runRounds } from './random-killer.ts'
import { faultRounds, faultSeconds, faultSeed } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

const { publish } = parseArgs({ options: { publish: { type: 'boolean', default: false } } }).values
const logPath = join(resultsFolder(publish), 'faults.jsonl')
const docPath = join(projectDir, 'docs', 'reliability.md')
const links = 20
/**
 * Rounds between two checks. The faults of a block depend only on the seed and its number, so any block can
 * be repeated.
 */
const blockRounds = 10

process.exitCode = await main()

/**
 * Runs random faults of every kind until FAULT_ROUNDS have been checked, over any number of starts. Ctrl-C
 * stops after the current round. With --publish, goes on from the committed log and updates docs/reliability.md.
 */
async function main(): Promise<number> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const lines = readLines(logPath)
  const begun = lines.find((line) => line.kind === 'start')
  const seed = begun?.seed ?? faultSeed
  let done = lines.findLast((line) => line.kind === 'check')?.rounds ?? 0
  console.log(`FAULT_SEED=${seed}, ${done} of ${faultRounds} rounds done; the log is ${logPath}`)
  if (done >= faultRounds) return 0
  await buildApps(console.log)
  writeLine(logPath, describeStart(seed))
  const stack = await startStack({ redirectors: 2, workers: 2, proxied: { workers: ['clickhouse'] } })
  let isSound = false
  try {
    const clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, links) })
    isSound = true
    while (isSound && done < faultRounds && !stop.signal.aborted) {
      isSound = await runBlock({ stack, clicker, seed, first: done, stop: stop.signal })
      done += blockRounds
    }
  } finally {
    await stack.close({ keepFolder: !isSound })
    if (!isSound) console.error(`Data and logs are kept in ${stack.dataDir}`)
  }
  return isSound ? 0 : 1
}

interface Block {
  stack: FaultStack
  clicker: Clicker
  seed: number
  first: number
  stop: AbortSignal
}

/** Returns whether no click is missing or duplicated. */
async function runBlock({ stack, clicker, seed, first, stop }: Block): Promise<boolean> {
  await runRounds({
    stack,
    clicker,
    dice: createDice(seed + first),
    draw: drawFault,
    first,
    count: blockRounds,
    stop,
    onRound: (round) => {
      console.log(`round ${round.round}: ${round.fault}, over after ${round.seconds.toFixed(1)} s`)
      writeLine(logPath, { kind: 'round', ...round })
    },
  })
  const verdict = await checkSet(stack, clicker)
  const isSound = Object.keys(flawless).every((key) => verdict[key as keyof typeof flawless].length === 0)
  if (!isSound) console.error(JSON.stringify(verdict, null, 2))
  if (stop.aborted && isSound) return true
  // Counts since the start of this process, including earlier blocks.
  writeLine(logPath, { kind: 'check', rounds: first + blockRounds, sent: clicker.sent.size, at: now(), ...verdict })
  if (publish) writeRegion(docPath, 'long run', summarize(readLines(logPath)))
  console.log(`${clicker.sent.size} visits, ${verdict.answered} answered, ${verdict.stored} stored`)
  return isSound
}

function describeStart(seed: number): Line {
  const [revision, machine] = [findRevision(), describeMachine()]
  return { kind: 'start', seed, fault_seconds: faultSeconds, revision, machine, at: now() }
}

function now(): string {
  return new Date().toISOString()
}
