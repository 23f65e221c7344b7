import { afterAll, beforeAll, expect, it } from 'vitest'
import { runFuzz } from './run-fuzz.ts'
import { type FuzzStack, startFuzzStack } from './start-stack.ts'

/** Printed if the test fails; `npm run fuzz -- --seed N` repeats it. */
const seed = Math.floor(Math.random() * 2 ** 31)
/** Twice the limit of a long run, since other suites use the same cores and caches. */
const blockMostMs = 100

let stack: FuzzStack
beforeAll(async () => {
  stack = await startFuzzStack()
})
afterAll(() => stack.close())

it('random calls and visits find no server error, no restart, no silence and no blocked event loop', async () => {
  const options = { calls: 500, visits: 500, seed, blockMostMs, mostMs: 200_000, log: () => undefined }
  const { problems, statuses, visitStatuses } = await runFuzz(stack, options)
  expect(problems, `--calls 500 --visits 500 --seed ${seed}`).toEqual([])
  expect(statuses['operation 200']).toBeGreaterThan(20)
  expect(visitStatuses['302']).toBeGreaterThan(50)
})
