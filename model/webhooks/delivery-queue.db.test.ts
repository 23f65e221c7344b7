import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../test/factories/account.ts'
import { createDelivery, createWebhook } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { settleDeliveries, takeDeliveries } from './delivery-queue.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const failure = { durationMs: 1, status: 500, body: 'no', error: 'HTTP 500', retryAfterMs: 0 }

/** A due delivery whose next attempt is the last one. */
async function createDue() {
  const { sql } = stores
  const account = await createAccount(sql)
  const { id: webhookId } = await createWebhook(sql, account)
  const id = await createDelivery(sql, account, webhookId)
  await sql`
    update webhook_deliveries
    set status = 'pending', next_attempt_at = now(), sent_by_user = true, attempts = 9, tries = 9
    where id = ${id}`
  const take = async (leaseMs: number) => {
    const [taken] = await takeDeliveries(sql, webhookId, { most: 1, leaseMs, oldestFirst: true })
    if (taken === undefined) throw new Error('nothing is due')
    return taken
  }
  const settle = ({ lease }: { lease: string }, error: string | null) =>
    sql.begin((tx) => {
      const attempted = { ...failure, attemptedAt: new Date(), error }
      return settleDeliveries(tx, 'https://receiver.invalid/hook', [{ id, lease, attempted, waitMs: null }])
    })
  const read = async () =>
    (await sql`select status, attempts, tries, sent_by_user, error from webhook_deliveries where id = ${id}`)[0]
  return { take, settle, read }
}

it('a failed attempt does not end a delivery that another worker has taken since, and that one does', async () => {
  const { take, settle, read } = await createDue()
  const [first, second] = [await take(0), await take(60_000)]
  await settle(first, 'HTTP 500')
  const kept = { status: 'pending', attempts: 10, tries: 9, sent_by_user: true, error: 'HTTP 500' }
  expect(await read()).toEqual(kept)
  await settle(second, 'HTTP 500')
  expect(await read()).toEqual({ ...kept, status: 'failed', attempts: 11, tries: 10, sent_by_user: false })
})

it('a successful attempt ends it', async () => {
  const { take, settle, read } = await createDue()
  const [first, second] = [await take(0), await take(60_000)]
  await settle(first, null)
  const ended = { status: 'succeeded', attempts: 10, tries: 10, sent_by_user: false, error: null }
  expect(await read()).toEqual(ended)
  await settle(second, 'HTTP 500')
  expect(await read()).toEqual(ended)
})
