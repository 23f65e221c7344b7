import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createDice } from '../../test/guarantees/dice.ts'
import { faultSeed } from '../../test/guarantees/settings.ts'
import { type FaultStack, startStack } from '../../test/guarantees/stack.ts'
import { buildApps } from '../../tools/build-apps.ts'
import { findRevision } from '../../tools/circumstances.ts'
import { printRows, storeResult } from '../report.ts'
import { bytesPerClick } from '../stored-clicks.ts'
import { host } from '../visits.ts'
import { isSound, type StoredClicks } from './check-stored.ts'
import { type MonthPlan, planMonth, published } from './plan.ts'
import { playMonth } from './play-month.ts'
import { forgetPaused, newProgress, type Progress, readPaused, savePaused } from './progress.ts'
import { costsOf, describeWholeMonth, summarizeMonth } from './summarize.ts'

const usage = `Usage: npm run bench -- month --scale S [--seed N] [--folder F] [--publish]

Plays the month that Bitly published for 2014 (6 billion clicks and 600 million
new links) at a scale, in its order and proportions, as fast as this machine
takes it, while its processes are killed at random times. Fails unless every
answered visit is stored exactly once.

  --scale S   0.0005 is 3 million clicks and 300,000 links (some minutes on two
              cores), 0.01 is 60 million clicks and 6 million links (hours)
  --seed N    repeats the bursts and faults of a run that printed this seed
  --folder F  keeps the data in F if the run is interrupted (Ctrl-C): the same
              command then continues it`

const interruptedCode = 130
const leastScale = 0.000_001

interface Options {
  scale: number
  seed: number | undefined
  folder: string | undefined
  publish: boolean
}

/** A month to play, from its beginning or from where it was interrupted. */
interface Month {
  scale: number
  seed: number
  /** At the beginning of this run: the checkout may change meanwhile. */
  revision: string
  plan: MonthPlan
  progress: Progress
  folder: string | undefined
  key: string | undefined
}

/** Returns the exit code. */
export async function benchMonth(args: string[]): Promise<number> {
  const options = readOptions(args)
  const month = options && findMonth(options)
  if (options === null || month === null) return 1
  const { plan, progress, seed, folder } = month
  console.log(
    `month: ${plan.visits} of ${published.clicks} clicks and ${plan.links} of ${published.links} links, ${plan.faults.length} faults, seed ${seed}`,
  )
  if (progress.runs > 0) console.log(`month: continues after ${progress.visits.sent} visits.`)
  await buildApps(console.log)
  const stop = new AbortController()
  // Also the second signal: without its state, the folder could not be continued.
  const interrupt = () => {
    if (!stop.signal.aborted) console.log('month: ends what is under way ...')
    stop.abort()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const stack = await startMonthStack(month)
  // Its data changes from now on.
  if (folder !== undefined && progress.runs > 0) forgetPaused(folder)
  // Also after an error, which its logs explain.
  let keepFolder = folder !== undefined
  try {
    const say = (line: string) => console.log(`month: ${line}`)
    const stored = await playMonth(stack, { plan, progress, seed, signal: stop.signal, say })
    if (stored === null) return pause(month, stack)
    const measured = summarizeMonth({ plan, progress, stored, bytes: await readBytes(stack, plan) })
    printRows(measured.rows)
    for (const line of describeWholeMonth(costsOf(progress, plan))) console.log(line)
    const result = storeResult('month', measured, { args: ['month', ...args], publish: options.publish })
    console.log(`month: saved as ${result} and .json.`)
    keepFolder = !isSound(stored)
    return report(stored, progress, stack)
  } finally {
    await stack.close({ keepFolder })
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

/** Where the stores have their data. */
const dataIn = (folder: string) => join(folder, 'data')

/** null if it cannot be played: then the reason is printed. */
function findMonth({ scale, seed, folder }: Options): Month | null {
  const revision = findRevision()
  const paused = folder === undefined ? null : readPaused(folder)
  if (paused === null) {
    const chosen = seed ?? faultSeed
    const plan = planMonth(scale, createDice(chosen))
    if (folder === undefined || !existsSync(dataIn(folder)))
      return { scale, seed: chosen, revision, plan, progress: newProgress(plan), folder, key: undefined }
    console.error(
      `${folder} has the data of a run that still plays or cannot be continued. Choose another folder, or delete it.`,
    )
    return null
  }
  const isSame = paused.scale === scale && (seed ?? paused.seed) === paused.seed && paused.revision === revision
  if (isSame) return { ...paused, plan: planMonth(scale, createDice(paused.seed)), folder }
  console.error(
    `${folder} has a month that was begun with --scale ${paused.scale} --seed ${paused.seed} at revision ${paused.revision} and can only continue with them. This is revision ${revision}.`,
  )
  return null
}

/** Two redirectors, so that visitors find one while the other restarts. */
export const startMonthStack = ({ folder, key }: Pick<Month, 'folder' | 'key'>) =>
  startStack({
    redirectors: 2,
    workers: 1,
    env: { BASE_DOMAIN: host, LOG_LEVEL: 'warn' },
    ...(folder !== undefined && { dataDir: dataIn(folder) }),
    ...(key !== undefined && { key }),
  })

function pause({ scale, seed, revision, plan, progress, folder }: Month, { key }: FaultStack): number {
  const done = Math.floor((progress.visits.sent / plan.visits) * 100)
  if (folder !== undefined) savePaused(folder, { scale, seed, revision, key, progress })
  const rest = folder === undefined ? '' : ' The same command continues it.'
  console.log(`month: interrupted at ${done} %.${rest}`)
  return interruptedCode
}

function report(stored: StoredClicks, { visits }: Progress, { dataDir }: FaultStack): number {
  const { rows, lost, doubled, surplus, miscounted } = stored
  const counts = `${visits.answered} answered, ${rows} stored, ${lost} lost, ${doubled} doubled`
  if (isSound(stored)) {
    console.log(`Every answered visit is stored exactly once: ${counts}.`)
    return 0
  }
  console.error(
    `NOT stored exactly once: ${counts}, ${surplus} surplus, ${miscounted} miscounted. Data and logs are kept in ${dataDir}`,
  )
  return 1
}

async function readBytes(stack: FaultStack, { links }: MonthPlan) {
  const [size] = await stack.sql<{ bytes: number }[]>`
    select (pg_total_relation_size('links') + pg_total_relation_size('link_counts'))::float8 as bytes`
  return { perClick: await bytesPerClick(stack), perLink: (size?.bytes ?? Number.NaN) / links }
}

function readOptions(args: string[]): Options | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        scale: { type: 'string' },
        seed: { type: 'string' },
        folder: { type: 'string' },
        publish: { type: 'boolean', default: false },
      },
    })
    const scale = Number(values.scale)
    const seed = values.seed === undefined ? undefined : Number(values.seed)
    if (values.scale === undefined || !(scale >= leastScale && scale <= 1)) throw new Error(usage)
    if (seed !== undefined && !(Number.isSafeInteger(seed) && seed >= 0))
      throw new Error('--seed must be a whole number.')
    const folder = values.folder === undefined ? undefined : resolve(values.folder)
    return { scale, seed, folder, publish: values.publish }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return null
  }
}
