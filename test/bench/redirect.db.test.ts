import { afterAll, beforeAll, expect, it } from 'vitest'
import { benchRedirect } from '../../bench/redirect.ts'
import { openStack, type Stack } from '../../bench/stack.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'
import { transportUnderTest } from '../stack/transport.ts'

/** More than can be asked for in the two seconds for which memory believes a record. */
const coldLinks = 50_000

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

// The figures of one second on a busy machine say nothing: what counts is that every kind of visit was answered and checked.
it.runIf(process.platform === 'linux')(
  'the redirect bench runs through all its targets',
  async () => {
    const { rows } = await benchRedirect(stack, { rounds: 1, seconds: 1, rows: [], wrk: false }, coldLinks)
    expect(rows.length).toBe(7)
    for (const { median } of rows) expect(median).toBeGreaterThan(0)
  },
  180_000,
)
