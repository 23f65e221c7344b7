import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { events } from '#schemas/events.ts'
import { createDelivery } from '../../factories/webhooks.ts'
import { eventually } from '../../stack/eventually.ts'
import { got, hook, log, receiver, shorten, useDeliveries } from '../support/deliveries.ts'
import { account, ask, create, expectError, stores } from '../support/webhooks.ts'

useDeliveries()

describe('an event', () => {
  it('has id, type, created_at, api_version and data, signed according to Standard Webhooks', async () => {
    const link = await shorten({ tags: ['a'] })
    const [first] = await got(1)
    expect(first?.json).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'url.created',
      created_at: expect.stringMatching(/Z$/),
      api_version: 'v1',
      data: expect.objectContaining({ id: link.id, tags: ['a'] }),
    })
    events['url.created'].data.parse(first?.json.data)
    expect(first?.headers).toMatchObject({ 'webhook-id': first?.json.id, 'content-type': 'application/json' })
    expect(new Webhook(hook.secret).verify(first?.body ?? '', first?.headers ?? {})).toEqual(first?.json)
    const [delivery] = await eventually(async () => {
      const found = await log('?status=succeeded')
      expect(found).toHaveLength(1)
      return found
    })
    expect(delivery).toMatchObject({
      event: 'url.created',
      event_id: first?.json.id,
      attempts: 1,
      next_attempt_at: null,
      request: { url: receiver.url, body: first?.body.slice(0, 2_048) },
      response: { status: 200, body: 'thanks' },
      error: null,
    })
    expect(await log('?status=failed')).toEqual([])
    expect(await log('?event=url.deleted')).toEqual([])
    expect(await log('?event=url.created')).toHaveLength(1)
  })

  it('is verified by the two secrets before the present one, each for 24 hours after its rotation', async () => {
    const secrets = [hook.secret]
    for (let count = 0; count < 2; count++) {
      secrets.push((await ask('POST', `/webhooks/${hook.id}/rotate-secret`)).json.data.secret)
    }
    await shorten()
    const [first] = await got(1)
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toEqual(first?.json)
    }
    const { sql } = stores
    await sql`update webhooks set old_secret_until = now(), previous_secret_until = now() where id = ${hook.id}`
    await shorten()
    const later = (await got(2))[1]
    expect(later?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    expect(() => new Webhook(hook.secret).verify(later?.body ?? '', later?.headers ?? {})).toThrow()
  })

  it('is sent if it matches every filter', async () => {
    const { json } = await ask('POST', '/campaigns', { name: 'Spring' })
    await got(1)
    await ask('PUT', `/webhooks/${hook.id}`, { filters: { campaign_ids: [json.data.id], tags: ['a', 'b'] } })
    await shorten({ tags: ['a'] })
    await shorten({ campaign_id: json.data.id })
    const fits = await shorten({ campaign_id: json.data.id, tags: ['b', 'c'] })
    await ask('DELETE', `/short-urls/${fits.id}`)
    await eventually(async () => expect(await log('?status=succeeded')).toHaveLength(3))
    const told = receiver.received.slice(1).map(({ json: { type, data } }) => [type, data['id']])
    expect(new Set(told.map(String))).toEqual(new Set([`url.created,${fits.id}`, `url.deleted,${fits.id}`]))
  })

  it('is not sent on a plan without webhooks, or to a disabled webhook', async () => {
    await ask('PUT', `/webhooks/${hook.id}`, { is_active: false })
    await shorten()
    await ask('PUT', `/webhooks/${hook.id}`, { is_active: true })
    await stores.sql`update accounts set plan = 'free' where id = ${account.id}`
    await shorten()
    expect(await stores.sql`select from webhook_messages where account_id = ${account.id}`).toHaveLength(0)
  })
})

it("two concurrent redeliveries are at least one more attempt, and another account's changes nothing", async () => {
  await ask('POST', `/webhooks/${hook.id}/test`)
  const [delivery] = await eventually(async () => {
    const found = await log('?status=succeeded')
    expect(found).toHaveLength(1)
    return found
  })
  const other = await create()
  const foreign = await ask('POST', `/webhooks/${other.id}/deliveries/${delivery.id}/redeliver`)
  expectError(foreign, { status: 404, code: 'NOT_FOUND' })
  const path = `/webhooks/${hook.id}/deliveries/${delivery.id}/redeliver`
  const both = await Promise.all([ask('POST', path), ask('POST', path)])
  expect(both.map(({ status }) => status)).toEqual([202, 202])
  await got(2)
  await eventually(async () => expect((await log())[0]).toMatchObject({ status: 'succeeded' }))
})

describe('the log of deliveries', () => {
  it('returns those with the given IDs, and none of another webhook', async () => {
    const other = await create()
    const [foreign, ...own] = [
      await createDelivery(stores.sql, account, other.id),
      await createDelivery(stores.sql, account, hook.id),
      await createDelivery(stores.sql, account, hook.id),
      await createDelivery(stores.sql, account, hook.id),
    ]
    const idsOf = async (query: string) => (await log(query)).map(({ id }: { id: string }) => id)
    expect(await idsOf(`?ids=${own[0]},${foreign},${own[2]?.toUpperCase()}`)).toEqual([own[2], own[0]])
    expect(await idsOf(`?ids=${own[1]}&status=failed`)).toEqual([])
    const { json } = await ask('GET', `/webhooks/${hook.id}/deliveries?ids=${own.join(',')}&limit=1`)
    expect(json.pagination).toMatchObject({ total: 3, has_more: true })
  })

  it.each([
    ['no ID', '', 'must be comma-separated UUIDs.'],
    ['a word', 'x', 'must be comma-separated UUIDs.'],
    ['101 IDs', Array(101).fill(randomUUID()).join(','), 'must not list more than 100 IDs.'],
  ])('refuses %s', async (_, ids, message) => {
    const refused = await ask('GET', `/webhooks/${hook.id}/deliveries?ids=${ids}`)
    expect(refused).toMatchObject({
      status: 400,
      json: { error: { code: 'BAD_REQUEST', details: `\`ids\` ${message}` } },
    })
  })
})
