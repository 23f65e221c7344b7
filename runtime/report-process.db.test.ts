import { Gauge, Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processReportsKey } from '#schemas/process-report.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { createLifecycle } from './lifecycle.ts'
import { reportProcess } from './report-process.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('leaves no report of a process that stopped, even if one was being written', async () => {
  const { redis, config, log } = stores
  const [registry, lifecycle] = [new Registry(), createLifecycle(log)]
  let finish = () => {}
  const counted = new Promise<void>((resolve) => {
    finish = resolve
  })
  const metric = { name: 'click_batches_parked', help: 'Counted in a moment.', registers: [registry] }
  new Gauge({ ...metric, collect: () => counted })
  reportProcess('workers', { redis, registry, config, lifecycle, log })
  const stopped = lifecycle.stop()
  finish()
  await stopped
  expect(await redis.hgetall(processReportsKey)).toEqual({})
})
