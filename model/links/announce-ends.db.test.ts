import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../test/factories/account.ts'
import { clickBatch, rawClick } from '../../test/factories/click-batch.ts'
import { createLinkOf, findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { hearing } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { openPipeline } from '../../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../../workers/clicks/process-batch.ts'
import { findDueTasks } from '../installation/upkeep-tasks.ts'
import { announceExpiries, expiriesAreDue } from './announce-expiries.ts'
import { announceDueLimits, limitsAreDue } from './announce-limits.ts'
import { createLink } from './create-link.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('a click limit that batches reach is announced once, out of several, over retries and by several workers', async () => {
  const account = await hearing(stores.sql, await createAccount(stores.sql))
  const domain = await findBaseDomain(stores.sql, stores.config)
  const outcome = await createLink(stores, plainLink(account.id, domain, { max_clicks: 4 }))
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  const click = () => rawClick({ account_id: account.id, link_id: outcome.link.id })
  const announced = async () =>
    (await stores.sql`select from webhook_messages where type = 'url.limit_reached' and account_id = ${account.id}`)
      .length
  const announceDue = () => stores.sql.begin((tx) => announceDueLimits(tx, stores.config))
  const isDue = async () => (await findDueTasks(stores.sql, [{ name: 'limits', isDue: limitsAreDue }])).size > 0
  const pipeline = openPipeline(stores)
  await processBatch(pipeline, clickBatch([click(), click(), click()]))
  expect(await isDue()).toBe(false)
  const jobs = Array.from({ length: 4 }, () => clickBatch([click(), click()]))
  await Promise.all(jobs.map((job) => processBatch(pipeline, job)))
  for (const job of jobs) await processBatch(pipeline, job)
  expect(await isDue()).toBe(true)
  await Promise.all([announceDue(), announceDue(), announceDue()])
  expect(await announced()).toBe(1)
  await processBatch(pipeline, clickBatch([click()]))
  expect(await isDue()).toBe(false)
})

it('the search for expired links does not read those in the trash, and finds them after they are restored', async () => {
  const account = await hearing(stores.sql, await createAccount(stores.sql))
  for (let number = 0; number < 3; number++)
    await createLinkOf(stores, account, { url: `https://example.com/${number}` })
  await stores.sql`
    update links
    set expires_at = now() - interval '1 hour', trashed_at = now()
    where account_id = ${account.id}`
  const condition = expiriesAreDue(stores.sql)
  const isDue = async () => (await stores.sql<{ due: boolean }[]>`select ${condition} as due`)[0]?.due
  expect(await isDue()).toBe(false)
  const plan = await stores.sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    return await tx<{ 'QUERY PLAN': string }[]>`explain (costs off) select ${condition} as due`
  })
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain('links_expiring')
  expect(text).not.toContain('Filter')
  await stores.sql`update links set trashed_at = null where account_id = ${account.id}`
  expect(await isDue()).toBe(true)
  await stores.sql.begin((tx) => announceExpiries(tx, stores.config))
  expect(await isDue()).toBe(false)
})
