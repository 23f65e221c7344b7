import { afterAll, beforeAll, expect, it } from 'vitest'
import { benchRedirect } from '../../bench/redirect.ts'
import { openStack, type Stack } from '../../bench/stack.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'
import { transportUnderTest } from '../stack/transport.ts'

/** Long enough for some hundred visits of a lap, also on a busy machine. */
const seconds = 0.25
/** More than are requested in both laps, and left out between them, also at 100,000 visits per second. */
const coldLinks = 60_000

let stores: TestStores
let stack: Stack

beforeAll(async () => {
  stores = await openTestStores()
  stack = await openStack(stores.urls, stores.config.DATA_DIR, { settings: transportUnderTest })
})

afterAll(async () => {
  await stack?.close()
  await stores?.close()
})

// Figures of so short a time mean nothing: the test checks that every kind of visit got a valid
// response.
it.runIf(process.platform === 'linux')(
  'the redirect benchmark runs all its targets',
  async () => {
    const { rows } = await benchRedirect(stack, { rounds: 1, seconds, rows: [], wrk: false }, coldLinks)
    expect(rows.length).toBe(8)
    for (const { median } of rows) expect(median).toBeGreaterThan(0)
  },
  180_000,
)
