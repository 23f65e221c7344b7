import { afterEach, beforeEach, expect, it } from 'vitest'
import { runFuzz } from './run-fuzz.ts'
import { type FuzzStack, startFuzzStack } from './start-stack.ts'

/** Printed if the test fails; `npm run fuzz -- --seed N` repeats it. */
const seed = Math.floor(Math.random() * 2 ** 31)
/** Twice the limit of a long run, since other suites use the same cores and caches. */
const blockMostMs = 100

/** The run ends after this time, if every call and statement ends. */
const mostMs = 120_000
/** A statement that waits longer waits forever. What it waits for is printed, and the run is repeated on a new stack. */
const stuckMs = mostMs + 90_000

let stack: FuzzStack
let watchdog: NodeJS.Timeout
beforeEach(async () => {
  stack = await startFuzzStack()
  watchdog = setTimeout(() => void printStatements(), stuckMs)
})
afterEach(async () => {
  clearTimeout(watchdog)
  await stack.close()
})

/** What Postgres works on, and which statements wait for others. */
async function printStatements(): Promise<void> {
  const rows = await stack.sql`
    select pid, application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
      (now() - xact_start)::text as since, left(query, 300) as query
    from pg_stat_activity
    where datname = current_database() and state <> 'idle'`
  console.log(`seed ${seed} stands still:\n${rows.map((row) => JSON.stringify(row)).join('\n')}`)
}

it('random calls and visits find no server error, no restart, no silence and no blocked event loop', {
  timeout: stuckMs + 30_000,
  retry: 1,
}, async () => {
  const options = { calls: 500, visits: 500, seed, blockMostMs, mostMs, log: () => undefined }
  const { problems, statuses, visitStatuses } = await runFuzz(stack, options)
  expect(problems, `--calls 500 --visits 500 --seed ${seed}`).toEqual([])
  expect(statuses['operation 200']).toBeGreaterThan(20)
  expect(visitStatuses['302']).toBeGreaterThan(50)
})
