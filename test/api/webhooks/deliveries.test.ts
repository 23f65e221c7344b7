import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#schemas/events.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { deliverySettings, startDelivering } from '../../webhooks/deliver.ts'
import { type Receiver, startReceiver } from '../../webhooks/receiver.ts'
import { expectAllVerify } from '../../webhooks/verifies.ts'
import { account, ask, create, expectError, stores, useWebhooks } from '../support/webhooks.ts'

useWebhooks(deliverySettings)

let delivering: ReturnType<typeof startDelivering>
let receiver: Receiver
let hook: { id: string; secret: string }
beforeAll(() => {
  delivering = startDelivering(stores)
})
afterAll(() => delivering.stop())
beforeEach(async () => {
  receiver = await startReceiver()
  hook = await create({ url: receiver.url, events: ['url.created', 'url.updated', 'url.deleted', 'campaign.created'] })
})
afterEach(async () => {
  await stores.sql`update webhooks set is_active = false`
  await receiver.close()
  await expectAllVerify(stores.sql, receiver)
})

const log = async (query = '') => (await ask('GET', `/webhooks/${hook.id}/deliveries${query}`)).json.data
const shown = async () => (await ask('GET', `/webhooks/${hook.id}`)).json.data
const shorten = async (body: Record<string, unknown> = {}) => {
  const { status, json } = await ask('POST', '/short-urls', { url: 'https://example.com/', ...body })
  expect(status).toBe(201)
  return json.data
}
const got = (least: number) =>
  eventually(() => {
    expect(receiver.received.length).toBeGreaterThanOrEqual(least)
    return receiver.received
  })

describe('an event', () => {
  it('comes with its id, type, created_at, api_version and data, signed as Standard Webhooks says', async () => {
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
      request: { url: receiver.url, body: first?.body.slice(0, 1_024) },
      response: { status: 200, body: 'thanks' },
      error: null,
    })
    expect(await log('?status=failed')).toEqual([])
    expect(await log('?event=url.deleted')).toEqual([])
    expect(await log('?event=url.created')).toHaveLength(1)
  })

  it('is verified by both secrets for 24 hours after a rotation', async () => {
    const { json } = await ask('POST', `/webhooks/${hook.id}/rotate-secret`)
    await shorten()
    const [first] = await got(1)
    for (const secret of [hook.secret, json.data.secret]) {
      expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toEqual(first?.json)
    }
    await stores.sql`update webhooks set old_secret_until = now() where id = ${hook.id}`
    await shorten()
    const later = (await got(2))[1]
    expect(later?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    expect(() => new Webhook(hook.secret).verify(later?.body ?? '', later?.headers ?? {})).toThrow()
  })

  it('is told by filters: what fits each that is given', async () => {
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

  it('is not told where the plan has no webhooks, and not to one that is switched off', async () => {
    await ask('PUT', `/webhooks/${hook.id}`, { is_active: false })
    await shorten()
    await ask('PUT', `/webhooks/${hook.id}`, { is_active: true })
    await stores.sql`update accounts set plan = 'free' where id = ${account.id}`
    await shorten()
    expect(await stores.sql`select from webhook_messages where account_id = ${account.id}`).toHaveLength(0)
  })
})

describe('an attempt', () => {
  const fail = (status: number, headers: Record<string, string> = {}) => {
    receiver.answer = (_received, response) => void response.writeHead(status, headers).end('no')
  }

  it('that is answered 500 is made again under the same id and with the same body, to the end of the schedule', async () => {
    fail(500)
    // Neither paused nor disabled before its end.
    await stores.sql`
      update webhooks set failures_in_a_row = -100, failing_since = now() + interval '1 day'
      where id = ${hook.id}`
    await shorten()
    const all = await got(10)
    const [delivery] = await eventually(async () => {
      const found = await log('?status=failed')
      expect(found).toHaveLength(1)
      return found
    }, 60_000)
    expect(delivery).toMatchObject({ attempts: 10, response: { status: 500, body: 'no' }, error: 'answered 500' })
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(all.map(({ body }) => body)).size).toBe(1)
    receiver.answer = (_received, response) => void response.end()
    const again = await ask('POST', `/webhooks/${hook.id}/deliveries/${delivery.id}/redeliver`)
    expect([again.status, again.json.data.status]).toEqual([202, 'pending'])
    await eventually(async () => expect(await log('?status=succeeded')).toHaveLength(1))
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(delivery.event_id)
  })

  it('that is answered 302 is a failure, and is not followed', async () => {
    const elsewhere = await startReceiver()
    fail(302, { location: elsewhere.url })
    await shorten()
    await got(2)
    expect(elsewhere.received).toEqual([])
    expect(await log()).toMatchObject([{ error: 'answered 302: redirects are not followed' }])
    await elsewhere.close()
  })

  it('that is answered 410 is the last one: the webhook is disabled at once', async () => {
    fail(410)
    await shorten()
    await eventually(async () => expect(await shown()).toMatchObject({ is_active: false, disabled_reason: 'gone' }))
    expect(await log()).toMatchObject([{ status: 'failed', attempts: 1, response: { status: 410 } }])
    expectError(await ask('POST', `/webhooks/${hook.id}/test`), { status: 409, code: 'CONFLICT' })
  })

  it('that fails once its address was changed says nothing of the new one', async () => {
    const next = await startReceiver()
    receiver.answer = (_received, response) =>
      void ask('PUT', `/webhooks/${hook.id}`, { url: next.url }).then(() => response.writeHead(410).end())
    await shorten()
    await eventually(async () => expect((await log())[0].attempts).toBeGreaterThanOrEqual(1))
    expect(await shown()).toMatchObject({ url: next.url, is_active: true, failing_since: null })
    // By its address the signature of what it got is looked for.
    await ask('PUT', `/webhooks/${hook.id}`, { url: receiver.url })
    await next.close()
  })

  it.each([429, 503])('that is answered %i is made again no sooner than Retry-After says', async (status) => {
    fail(status, { 'retry-after': '2' })
    await shorten()
    const [first] = await got(1)
    receiver.answer = (_received, response) => void response.end()
    await eventually(async () => expect((await shown()).paused_until).not.toBeNull())
    await shorten()
    const all = await got(3)
    expect(all.map(({ at }) => at - (first?.at ?? 0) >= 1_900 || at === first?.at)).toEqual([true, true, true])
    await eventually(async () => expect((await shown()).failing_since).toBeNull())
  })

  it('that hangs, or whose reply is cut, is made again', async () => {
    receiver.answer = (_received, response) => {
      if (receiver.received.length === 1) return
      if (receiver.received.length === 2) {
        response.writeHead(200, { 'content-length': '100' }).write('half')
        setTimeout(() => response.destroy(), 50)
      } else response.end()
    }
    await shorten()
    const all = await got(3)
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await eventually(async () => expect(await log('?status=succeeded')).toMatchObject([{ attempts: 3 }]))
  })

  it('that fails five days after the first of a row of failures disables the webhook', async () => {
    fail(500)
    await stores.sql`
      update webhooks set failing_since = now() - interval '1 hour', failures_in_a_row = 1
      where id = ${hook.id}`
    await shorten()
    await eventually(async () => expect(await shown()).toMatchObject({ is_active: false, disabled_reason: 'failing' }))
  })

  it('that is written down while its webhook is deleted does not keep it from that', async () => {
    fail(500)
    await stores.sql.unsafe(`
      create function wait_for_test() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(1);
          return null;
        end $$;
      create trigger wait_for_test after update of attempts on webhook_deliveries
      for each row when (new.webhook_id = '${hook.id}') execute function wait_for_test()`)
    const deleted = await stores.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(1)`
      await shorten()
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      const asked = ask('DELETE', `/webhooks/${hook.id}`)
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(2))
      return { asked }
    })
    expect((await deleted.asked).status).toBe(200)
    receiver.received = []
  })

  it('keeps the first KB of what was said, whatever it is', async () => {
    receiver.answer = (_received, response) => void response.end(Buffer.from(`\u0000${'é'.repeat(5_000)}`))
    await ask('POST', `/webhooks/${hook.id}/test`)
    await eventually(async () => expect(await log('?status=succeeded&event=webhook.test')).toHaveLength(1))
    const [{ response, request }] = await log()
    expect(response.body).toBe(`\ufffd${'é'.repeat(511)}`)
    expect(JSON.parse(request.body)).toMatchObject({ type: 'webhook.test', data: { webhook_id: hook.id } })
  })
})

it('two redeliveries at once are one more attempt at least, and a foreign one changes nothing', async () => {
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
