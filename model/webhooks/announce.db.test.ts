import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../test/factories/account.ts'
import { createWebhook } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { announceEach } from './announce.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('announces hundreds of events at once to all webhooks of an account without a parameter for each', async () => {
  const { sql } = stores
  const account = await createAccount(sql)
  const [hooks, campaigns] = [50, 450]
  for (let index = 0; index < hooks; index += 1) await createWebhook(sql, account, { events: ['campaign.deleted'] })
  const data = { id: account.id, name: 'Spring', tags: [], created_at: new Date().toISOString() }
  const happened = Array.from({ length: campaigns }, () => ({ account_id: account.id, data }))
  await sql.begin((tx) => announceEach(tx, 'campaign.deleted', happened))
  const [counted] = await sql`
    select count(*) as deliveries, count(distinct message_id) as messages, count(distinct webhook_id) as webhooks
    from webhook_deliveries`
  expect(counted).toEqual({ deliveries: hooks * campaigns, messages: campaigns, webhooks: hooks })
})
