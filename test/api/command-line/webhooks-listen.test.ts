import { expect, it, onTestFinished } from 'vitest'
import { createDelivery, createWebhook } from '../../factories/webhooks.ts'
import { eventually } from '../../stack/eventually.ts'
import { openFaultyWay } from '../sdk/faulty-way.fixture.ts'
import { account, api, key, stores, useApi, useOneAccount } from '../support/use-api.ts'
import { startWaymark, useHome } from './run-waymark.fixture.ts'

useApi()
useOneAccount()
useHome()

/** Starts the command, and returns the IDs of the deliveries that it has printed. */
async function listen(webhookId: string, url = api.url) {
  const listening = startWaymark(['webhooks', 'listen', webhookId, '--json'], {
    WAYMARK_URL: url,
    WAYMARK_API_KEY: key,
  })
  onTestFinished(async () => {
    listening.stop()
    await listening.ended
  })
  await eventually(() => expect(listening.printed.err).toContain('Waiting'))
  return () => listening.printed.out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).id]))
}

it('prints deliveries of a webhook as they happen, each once', async () => {
  const { id } = await createWebhook(stores.sql, account)
  await createDelivery(stores.sql, account, id)
  const printed = await listen(id)
  const delivered = [await createDelivery(stores.sql, account, id), await createDelivery(stores.sql, account, id)]
  await eventually(() => expect(printed()).toEqual(delivered))
  delivered.push(await createDelivery(stores.sql, account, id))
  await eventually(() => expect(printed()).toEqual(delivered))
})

it('prints a delivery that was pending before, and none that had ended', async () => {
  const { id } = await createWebhook(stores.sql, account)
  const before: string[] = []
  for (let count = 0; count < 30; count++) before.push(await createDelivery(stores.sql, account, id))
  // The oldest of the first page.
  const [pending = ''] = before.slice(-20)
  const { sql } = stores
  await sql`update webhook_deliveries set status = 'pending', next_attempt_at = now() where id = ${pending}`
  const way = await openFaultyWay(api.url, [])
  const printed = await listen(id, way.url)
  const added = await createDelivery(sql, account, id)
  await eventually(() => expect(printed()).toEqual([added]))
  await sql`update webhook_deliveries set status = 'succeeded', next_attempt_at = null where id = ${pending}`
  await eventually(() => expect(printed()).toEqual([added, pending]))
  expect(way.seen.filter((line) => line.includes(`ids=${pending}`))).not.toEqual([])
  expect(way.seen.filter((line) => line.includes('cursor='))).toEqual([])
})

it('prints a new delivery when it has ended, and one whose transaction took longer than that of a newer one', async () => {
  const { id } = await createWebhook(stores.sql, account)
  await createDelivery(stores.sql, account, id)
  const printed = await listen(id)
  const { sql } = stores
  const retried = await createDelivery(sql, account, id)
  await sql`update webhook_deliveries set status = 'pending', next_attempt_at = now() where id = ${retried}`
  const newest = await createDelivery(sql, account, id)
  await eventually(() => expect(printed()).toContain(newest))
  const late = await createDelivery(sql, account, id)
  await sql`
    update webhook_deliveries
    set created_at = (select created_at from webhook_deliveries where id = ${retried}) - interval '1 millisecond'
    where id = ${late}`
  await sql`update webhook_deliveries set status = 'failed', next_attempt_at = null where id = ${retried}`
  await eventually(() => expect(printed()).toHaveLength(3))
  expect(new Set(printed())).toEqual(new Set([retried, newest, late]))
})
