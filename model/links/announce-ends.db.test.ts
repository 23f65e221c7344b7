import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../test/factories/account.ts'
import { clickBatch, rawClick } from '../../test/factories/click-batch.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { hearing } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { openPipeline } from '../../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../../workers/clicks/process-batch.ts'
import { createLink } from './create-link.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('the batch that reaches a click limit announces it once, out of several and over retries', async () => {
  const account = await hearing(stores.sql, await createAccount(stores.sql))
  const domain = await findBaseDomain(stores.sql, stores.config)
  const outcome = await createLink(stores, plainLink(account.id, domain, { max_clicks: 4 }))
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  const click = () => rawClick({ account_id: account.id, link_id: outcome.link.id })
  const announced = async () =>
    (await stores.sql`select from webhook_messages where type = 'url.limit_reached' and account_id = ${account.id}`)
      .length
  const pipeline = openPipeline(stores)
  await processBatch(pipeline, clickBatch([click(), click(), click()]))
  expect(await announced()).toBe(0)
  const jobs = Array.from({ length: 4 }, () => clickBatch([click(), click()]))
  await Promise.all(jobs.map((job) => processBatch(pipeline, job)))
  for (const job of jobs) await processBatch(pipeline, job)
  expect(await announced()).toBe(1)
})
