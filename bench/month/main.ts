import { parseArgs } from 'node:util'
import { createDice } from '../../test/guarantees/dice.ts'
import { faultSeed } from '../../test/guarantees/settings.ts'
import { type FaultStack, startStack } from '../../test/guarantees/stack.ts'
import { buildApps } from '../../tools/build-apps.ts'
import { printRows, storeResult } from '../report.ts'
import { bytesPerClick } from '../stored-clicks.ts'
import { host } from '../visits.ts'
import { isSound } from './check-stored.ts'
import { type MonthPlan, planMonth, published } from './plan.ts'
import { type Played, playMonth } from './play-month.ts'
import { costsOf, describeWholeMonth, summarizeMonth } from './summarize.ts'

const usage = `Usage: npm run bench -- month --scale S [--seed N] [--publish]

Plays the month that Bitly published for 2014 (6 billion clicks and 600 million
new links) at a scale, in its order and proportions, as fast as this machine
takes it, while its processes are killed at random times. Fails unless every
answered visit is stored exactly once.

  --scale S   0.0005 is 3 million clicks and 300,000 links (some minutes on two
              cores), 0.01 is 60 million clicks and 6 million links (hours)
  --seed N    repeats the bursts and faults of a run that printed this seed`

const interruptedCode = 130
const leastScale = 0.000_001

interface Options {
  scale: number
  seed: number
  publish: boolean
}

/** Returns the exit code. */
export async function benchMonth(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (options === null) return 1
  const { scale, seed, publish } = options
  const plan = planMonth(scale, createDice(seed))
  console.log(
    `month: ${plan.visits} of ${published.clicks} clicks and ${plan.links} of ${published.links} links, ${plan.faults.length} faults, seed ${seed}`,
  )
  await buildApps(console.log)
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  const stack = await startMonthStack()
  let keepFolder = false
  try {
    const played = await playMonth(stack, plan, {
      seed,
      signal: stop.signal,
      say: (line) => console.log(`month: ${line}`),
    })
    keepFolder = !isSound(played.stored)
    const measured = summarizeMonth(played, plan, await readBytes(stack, plan))
    printRows(measured.rows)
    for (const line of describeWholeMonth(costsOf(played, plan))) console.log(line)
    console.log(`month: saved as ${storeResult('month', measured, { args: ['month', ...args], publish })} and .json.`)
    return report(played, stack)
  } catch (error) {
    if (!stop.signal.aborted) throw error
    console.log('month: interrupted.')
    return interruptedCode
  } finally {
    await stack.close({ keepFolder })
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

/** Two redirectors, so that visitors find one while the other restarts. */
export const startMonthStack = () =>
  startStack({ redirectors: 2, workers: 1, env: { BASE_DOMAIN: host, LOG_LEVEL: 'warn' } })

function report({ stored, visitors }: Played, { dataDir }: FaultStack): number {
  const { rows, lost, doubled, surplus, miscounted } = stored
  const counts = `${visitors.answered} answered, ${rows} stored, ${lost} lost, ${doubled} doubled`
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
        seed: { type: 'string', default: String(faultSeed) },
        publish: { type: 'boolean', default: false },
      },
    })
    const [scale, seed] = [Number(values.scale), Number(values.seed)]
    if (values.scale === undefined || !(scale >= leastScale && scale <= 1)) throw new Error(usage)
    if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed must be a whole number.')
    return { scale, seed, publish: values.publish }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return null
  }
}
