import { parseArgs } from 'node:util'
import { buildApps } from '../../tools/build-apps.ts'
import { buildDashboard } from '../../tools/build-dashboard.ts'
import { measureCosts } from './measure-costs.ts'
import { runFuzz } from './run-fuzz.ts'
import { startFuzzStack } from './start-stack.ts'

const usage = 'Usage: npm run fuzz -- [--calls N] [--visits N] [--seed N] [--minutes N]'
const most = 1_000_000
const blockMostMs = 50
const costRounds = 5
/** The exit code that shells use for a program stopped by SIGINT. */
const interruptedCode = 130

process.exitCode = await main()

/** Sends random requests to the complete product on its own stores. The seed repeats a run. */
async function main(): Promise<number> {
  const options = readOptions()
  if (options === null) {
    console.error(usage)
    return 1
  }
  const { calls, visits, seed, minutes } = options
  console.log(`--calls ${calls} --visits ${visits} --seed ${seed}`)
  await buildApps(console.log)
  await buildDashboard(console.log)
  const stack = await startFuzzStack()
  const interrupt = () => void stack.close().finally(() => process.exit(interruptedCode))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  let keepFolder = false
  try {
    const result = await runFuzz(stack, {
      calls,
      visits,
      seed,
      blockMostMs,
      mostMs: minutes * 60_000,
      log: console.log,
    })
    const { problems, ...figures } = result
    for (const { name, micros, times, most } of await measureCosts(stack, costRounds)) {
      console.log(`${times.toFixed(1).padStart(6)} times  ${micros.toFixed(0).padStart(6)} µs  ${name}`)
      if (times > most) problems.push(`${name} costs ${times.toFixed(1)} times reading it (limit: ${most})`)
    }
    console.log(JSON.stringify(figures, null, 2))
    for (const problem of problems) console.log(`\n${problem}`)
    console.log(`\n${result.calls} calls, ${result.visits} visits, ${problems.length} problems`)
    keepFolder = problems.length > 0
    return problems.length === 0 ? 0 : 1
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    await stack.close({ keepFolder })
    if (keepFolder) console.log(`Logs are kept in ${stack.dataDir}`)
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '20000' },
      visits: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      minutes: { type: 'string', default: '30' },
    },
  })
  const [calls, visits, seed, minutes] = [values.calls, values.visits, values.seed, values.minutes].map(Number)
  const isValid = [calls, visits, minutes].every(
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most,
  )
  if (!isValid || !Number.isInteger(seed)) return null
  return { calls, visits, seed, minutes } as { calls: number; visits: number; seed: number; minutes: number }
}
