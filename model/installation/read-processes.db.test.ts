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

it.each([-hourMs, hourMs])('a process on a machine whose clock is wrong by %i ms is not silent', async (wrongMs) => {
  const { redis, config, log } = stores
  const lifecycle = createLifecycle(log)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongMs })
  onTestFinished(() => void vi.useRealTimers())
  reportProcess('workers', { redis, registry: new Registry(), config, lifecycle, log })
  await eventually(async () => expect(await redis.hlen(processReportsKey)).toBe(1))
  vi.useRealTimers()
  expect(await readProcesses(redis)).toMatchObject([{ name: 'workers', is_silent: false }])
  await lifecycle.stop()
})
