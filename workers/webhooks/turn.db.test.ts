import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEndpoint } from '#model/webhooks/endpoints.ts'
import { connectPostgres } from '#runtime/postgres.ts'
import { openSafeTarget } from '#runtime/safe-fetch.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount } from '../../test/factories/account.ts'
import { createWebhook } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { startReceiver } from '../../test/webhooks/receiver.ts'
import { recheckMs, requestsAtOnce } from './limits.ts'
import { sendAll } from './turn.ts'
import { createWebhookMetrics } from './webhook-metrics.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('an endpoint keeps the results of its requests if Postgres cannot be asked between them', async () => {
  const receiver = await startReceiver()
  const { id } = await createWebhook(stores.sql, await createAccount(stores.sql), { url: receiver.url })
  const secretKeys = new SecretKeys(stores.config)
  const endpoint = await readEndpoint(stores.sql, secretKeys, id)
  if (endpoint === undefined) throw new Error('the webhook is missing')
  const sql = connectPostgres(stores.urls.database_url, { name: 'webhooks', max: 1 })
  let lost: Promise<unknown> | undefined
  receiver.answer = (_received, response) => {
    lost ??= sql.end({ timeout: 1 })
    // Then the endpoint is looked up again.
    void lost.then(() => sleep(recheckMs)).then(() => response.end())
  }
  const { signal } = new AbortController()
  const metrics = createWebhookMetrics(new Registry())
  const sender = { sql, secretKeys, metrics, allowPrivate: true, timeFactor: 1, stopping: signal, stopped: signal }
  const target = await openSafeTarget(receiver.url, signal, { allowPrivate: true })
  const health = { failuresInARow: 0, hasSucceeded: true, failingSince: null, retryAfterMs: 0, disabledReason: null }
  const messages = Array.from({ length: 3 * requestsAtOnce }, () => ({
    ...{ id: uuidv7(), type: 'webhook.test', created_at: new Date(), data: {} },
  }))
  const results = await sendAll(sender, { endpoint, target, health, end: Number.POSITIVE_INFINITY }, messages)
  const sent = results.filter((result) => result?.status === 200)
  expect([sent.length, receiver.received.length]).toEqual([requestsAtOnce, requestsAtOnce])
  await Promise.all([target.close(), receiver.close()])
})
