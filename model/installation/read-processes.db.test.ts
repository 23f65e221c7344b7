import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createLifecycle } from '#runtime/lifecycle.ts'
import { reportProcess } from '#runtime/report-process.ts'
import { processReportsKey } from '#schemas/process-report.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { readProcesses } from './read-processes.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const hourMs = 3_600_000

/** Sets the clock of this process, until the test ends. Redis has the right time. */
function setClock(wrongMs: number): void {
  const now = Date.now() + wrongMs
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
}

async function report() {
  const { redis, config, log } = stores
  const lifecycle = createLifecycle(log)
  onTestFinished(() => lifecycle.stop())
  reportProcess('workers', { redis, registry: new Registry(), config, lifecycle, log })
  await eventually(async () => expect(await redis.hlen(processReportsKey)).toBe(1))
}

const readSilence = async () => (await readProcesses(stores.redis)).map(({ is_silent }) => is_silent)

it('a process whose clock is an hour late is not silent', async () => {
  setClock(-hourMs)
  await report()
  vi.useRealTimers()
  expect(await readSilence()).toEqual([false])
})

it('for a reader whose clock is an hour ahead, no process is silent', async () => {
  await report()
  setClock(hourMs)
  expect(await readSilence()).toEqual([false])
})
