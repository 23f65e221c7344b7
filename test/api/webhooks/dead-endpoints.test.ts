import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestsAtOnce } from '../../../workers/webhooks/limits.ts'
import { createAccount } from '../../factories/account.ts'
import { createDelivery, createWebhook } from '../../factories/webhooks.ts'
import { eventually } from '../../stack/eventually.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { deliverySettings, startDelivering } from '../../webhooks/deliver.ts'
import { startReceiver } from '../../webhooks/receiver.ts'
import { expectAllVerify } from '../../webhooks/verifies.ts'

let stores: TestStores
let delivering: ReturnType<typeof startDelivering>
beforeAll(async () => {
  stores = await openTestStores(deliverySettings)
  delivering = startDelivering(stores)
})
afterAll(async () => {
  await delivering.stop()
  await stores.close()
})

async function fill(url: string, deliveries: number) {
  const account = await createAccount(stores.sql)
  const { id } = await createWebhook(stores.sql, account, { url })
  for (let index = 0; index < deliveries; index += 1) await createDelivery(stores.sql, account, id)
  return id
}

const start = (ids: readonly string[]) => stores.sql`
  update webhook_deliveries set status = 'pending', next_attempt_at = now() where webhook_id = any(${[...ids]}::uuid[])`

describe('an endpoint that never responds', () => {
  it('delays no other, is paused after five failures, and then gets one request at a time', async () => {
    const [dead, alive] = [await startReceiver(), await startReceiver()]
    /** Open requests of each endpoint. */
    const open = new Map<string | undefined, number>()
    const openMost = () => Math.max(...open.values())
    let most = 0
    let isPaused = false
    dead.answer = (_received, response, { url }) => {
      open.set(url, (open.get(url) ?? 0) + 1)
      if (isPaused) most = Math.max(most, openMost())
      response.on('close', () => open.set(url, (open.get(url) ?? 0) - 1))
    }
    const deadIds = await Promise.all(Array.from({ length: 20 }, (_, place) => fill(`${dead.url}/${place}`, 20)))
    // However long this takes, no webhook is disabled.
    await stores.sql`update webhooks set has_succeeded = true, failing_since = now() + interval '1 day' where id = any(${deadIds}::uuid[])`
    const aliveId = await fill(alive.url, 50)
    await start(deadIds)
    await eventually(() => expect(dead.received.length).toBeGreaterThanOrEqual(20))
    await start([aliveId])
    await eventually(() => expect(new Set(alive.received.map(({ json }) => json.id)).size).toBe(50))
    const perEndpoint = dead.received.length / deadIds.length
    expect(perEndpoint, 'attempts at dead endpoints before the working one had all events').toBeLessThan(20)
    const failures = async () =>
      (await stores.sql`select min(failures_in_a_row) as least from webhooks where id = any(${deadIds}::uuid[])`)[0]
    await eventually(async () => expect((await failures())?.['least']).toBeGreaterThanOrEqual(5))
    await eventually(() => expect(openMost()).toBeLessThanOrEqual(1))
    isPaused = true
    const seen = dead.received.length
    await eventually(() => expect(dead.received.length).toBeGreaterThan(seen + deadIds.length))
    expect(most, 'one request for each endpoint, and one that has just ended').toBeLessThanOrEqual(2)
    await stores.sql`update webhooks set is_active = false where id = any(${deadIds}::uuid[])`
    await Promise.all([dead.close(), alive.close()])
    for (const receiver of [dead, alive]) await expectAllVerify(stores, receiver)
  })

  it('gets no more requests in a turn after five failures, and then one at a time', async () => {
    const receiver = await startReceiver()
    receiver.answer = (_received, response) => void response.writeHead(500).end()
    const id = await fill(receiver.url, 40)
    await stores.sql`update webhooks set has_succeeded = true, failing_since = now() + interval '1 day' where id = ${id}`
    await stores.sql.unsafe(`
      create table turns (place serial, webhook_id uuid, failures int);
      create function note_turn() returns trigger language plpgsql as $$
        begin
          insert into turns (webhook_id, failures) values (new.id, new.failures_in_a_row);
          return null;
        end $$;
      create trigger note_turn after update of failures_in_a_row on webhooks for each row execute function note_turn()`)
    await start([id])
    const turns = () => stores.sql<{ failures: number }[]>`
      select failures from turns where webhook_id = ${id} order by place`
    await eventually(async () => expect(await turns()).not.toHaveLength(0))
    expect((await turns())[0]?.failures, 'those in progress at the fifth failure fail too').toBeLessThan(
      5 + requestsAtOnce,
    )
    await eventually(async () => expect((await turns()).length).toBeGreaterThan(10))
    const [first = 0, ...others] = (await turns()).map(({ failures }) => failures)
    expect(others).toEqual(others.map((_, index) => first + index + 1))
    await receiver.close()
  })

  it('that recovers gets all pending events', async () => {
    const receiver = await startReceiver()
    let isDown = true
    receiver.answer = (_received, response) => void response.writeHead(isDown ? 500 : 200).end()
    const id = await fill(receiver.url, 40)
    await stores.sql`update webhooks set has_succeeded = true, failing_since = now() + interval '1 day' where id = ${id}`
    await start([id])
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(10))
    isDown = false
    const left = async () =>
      (
        await stores.sql`
      select from webhook_deliveries where webhook_id = ${id} and status <> 'succeeded'`
      ).count
    await eventually(async () => expect(await left()).toBe(0))
    await receiver.close()
  })
})

describe('an endpoint that has never accepted an event', () => {
  const health = async (id: string) =>
    (
      await stores.sql`select is_active, disabled_reason, failures_in_a_row, has_succeeded from webhooks where id = ${id}`
    )[0]

  it('is disabled after 20 failures, and one that has is not', async () => {
    const receiver = await startReceiver()
    receiver.answer = (_received, response) => void response.writeHead(500).end()
    const [unknown, known] = [await fill(receiver.url, 30), await fill(receiver.url, 30)]
    await stores.sql`update webhooks set failing_since = now() + interval '1 day' where id in ${stores.sql([unknown, known])}`
    await stores.sql`update webhooks set has_succeeded = true where id = ${known}`
    await start([unknown, known])
    await eventually(async () =>
      expect(await health(unknown)).toMatchObject({ is_active: false, disabled_reason: 'failing' }),
    )
    expect((await health(unknown))?.['failures_in_a_row']).toBe(20)
    await eventually(async () => expect((await health(known))?.['failures_in_a_row']).toBeGreaterThan(20))
    expect(await health(known)).toMatchObject({ is_active: true, disabled_reason: null })
    await stores.sql`update webhooks set is_active = false where id = ${known}`
    await receiver.close()
  })

  it('counts as working after one success', async () => {
    const receiver = await startReceiver()
    const id = await fill(receiver.url, 1)
    expect(await health(id)).toMatchObject({ has_succeeded: false })
    await start([id])
    await eventually(async () => expect(await health(id)).toMatchObject({ has_succeeded: true, is_active: true }))
    await receiver.close()
  })
})

it('a failing endpoint is tried with its oldest due event', async () => {
  const receiver = await startReceiver()
  receiver.answer = (_received, response) => void response.writeHead(500).end()
  const id = await fill(receiver.url, 3)
  await stores.sql`update webhooks set has_succeeded = true, failures_in_a_row = 5, failing_since = now() where id = ${id}`
  const [oldest] = await stores.sql`
    select id, message_id from webhook_deliveries where webhook_id = ${id} order by created_at limit 1`
  // The oldest event failed before and became due last.
  await stores.sql`
    update webhook_deliveries
    set status = 'pending', next_attempt_at = now() - case when id = ${oldest?.['id']} then interval '1 second'
      else interval '1 minute' end
    where webhook_id = ${id}`
  const [first] = await eventually(() => {
    expect(receiver.received).not.toHaveLength(0)
    return receiver.received
  })
  expect(first?.json.id).toBe(`evt_${String(oldest?.['message_id']).replaceAll('-', '')}`)
  await stores.sql`update webhooks set is_active = false where id = ${id}`
  await receiver.close()
})
