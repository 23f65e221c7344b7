import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { createDelivery } from '../../factories/webhooks.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { got, hook, log, receiver, shown, useDeliveries } from '../support/deliveries.ts'
import { account, ask, stores } from '../support/webhooks.ts'

useDeliveries()

const redeliver = (id: string) => ask('POST', `/webhooks/${hook.id}/deliveries/${id}/redeliver`)
const sendTest = () => ask('POST', `/webhooks/${hook.id}/test`)

/** An attempt at a delivery that waits for its response. All later ones succeed. */
async function openAttempt(tries: number): Promise<{ id: string; response: ServerResponse }> {
  const id = await createDelivery(stores.sql, account, hook.id)
  const first = new Promise<ServerResponse>((resolve) => {
    receiver.answer = (_received, response) => {
      if (receiver.received.length === 1) resolve(response)
      else response.end()
    }
  })
  await stores.sql`
    update webhook_deliveries
    set status = 'pending', next_attempt_at = now(), attempts = ${tries}, tries = ${tries}
    where id = ${id}`
  return { id, response: await first }
}

it('a delivery that is sent again during its last attempt starts its schedule again when that attempt fails', async () => {
  const { id, response } = await openAttempt(9)
  const asked = await redeliver(id)
  expect([asked.status, asked.json.data.status]).toEqual([202, 'pending'])
  response.writeHead(500).end()
  const [first, second] = await got(2)
  expect(second?.json.id).toBe(first?.json.id)
  await eventually(async () => expect(await log(`?ids=${id}`)).toMatchObject([{ status: 'succeeded', attempts: 11 }]))
  expect(await stores.sql`select tries, sent_by_user from webhook_deliveries where id = ${id}`).toEqual([
    { tries: 1, sent_by_user: false },
  ])
})

it.each([
  ['sent again', redeliver],
  ['sent as a test', sendTest],
])('a delivery that is %s during an attempt does not wait for a pause that the attempt begins', async (_, send) => {
  const { id, response } = await openAttempt(1)
  expect((await send(id)).status).toBe(202)
  // A response of this status is the only one with a pause that tests do not shorten.
  response.writeHead(503, { 'retry-after': '3600' }).end()
  await got(2)
  await eventually(async () => expect((await log('?status=succeeded')).length).toBeGreaterThanOrEqual(1))
  expect(await shown()).toMatchObject({ is_active: true, paused_until: null })
})

it('a test message ends a pause that a worker is recording', async () => {
  const { asked } = await stores.sql.begin(async (tx) => {
    await tx`
      update webhooks set paused_until = now() + interval '1 hour', failures_in_a_row = 5, failing_since = now()
      where id = ${hook.id}`
    const asked = sendTest()
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
    expect(receiver.received, 'sent before the pause').toEqual([])
    return { asked }
  })
  expect((await asked).status).toBe(202)
  expect((await got(1))[0]?.json.type).toBe('webhook.test')
  await eventually(async () => expect(await shown()).toMatchObject({ paused_until: null, failing_since: null }))
})
