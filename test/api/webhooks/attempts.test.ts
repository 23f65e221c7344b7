import { describe, expect, it } from 'vitest'
import { createDelivery } from '../../factories/webhooks.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { startReceiver } from '../../webhooks/receiver.ts'
import { got, hook, log, receiver, shorten, shown, useDeliveries } from '../support/deliveries.ts'
import { account, ask, expectError, stores } from '../support/webhooks.ts'

useDeliveries()

describe('a delivery', () => {
  const fail = (status: number, headers: Record<string, string> = {}) => {
    receiver.answer = (_received, response) => void response.writeHead(status, headers).end('no')
  }

  it('with a 500 response is retried with the same id and body, to the end of the schedule', async () => {
    fail(500)
    // Prevents the webhook from being paused or disabled before that.
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
    expect(delivery).toMatchObject({ attempts: 10, response: { status: 500, body: 'no' }, error: 'HTTP 500' })
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(all.map(({ body }) => body)).size).toBe(1)
    receiver.answer = (_received, response) => void response.end()
    const again = await ask('POST', `/webhooks/${hook.id}/deliveries/${delivery.id}/redeliver`)
    expect([again.status, again.json.data.status]).toEqual([202, 'pending'])
    await eventually(async () => expect(await log('?status=succeeded')).toHaveLength(1))
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(delivery.event_id)
  })

  it('with a 302 response fails, and the redirect is not followed', async () => {
    const elsewhere = await startReceiver()
    fail(302, { location: elsewhere.url })
    await shorten()
    await got(2)
    expect(elsewhere.received).toEqual([])
    expect(await log()).toMatchObject([{ error: 'HTTP 302 (redirects are not followed)' }])
    await elsewhere.close()
  })

  it('with a 410 response is the last one: the webhook is disabled at once', async () => {
    fail(410)
    await shorten()
    await eventually(async () => expect(await shown()).toMatchObject({ is_active: false, disabled_reason: 'gone' }))
    expect(await log()).toMatchObject([{ status: 'failed', attempts: 1, response: { status: 410 } }])
    expectError(await ask('POST', `/webhooks/${hook.id}/test`), { status: 409, code: 'CONFLICT' })
  })

  it('that fails after its URL was changed does not affect the new URL', async () => {
    const next = await startReceiver()
    receiver.answer = (_received, response) =>
      void ask('PUT', `/webhooks/${hook.id}`, { url: next.url }).then(() => response.writeHead(410).end())
    await shorten()
    await eventually(async () => expect((await log())[0].attempts).toBeGreaterThanOrEqual(1))
    expect(await shown()).toMatchObject({ url: next.url, is_active: true, failing_since: null })
    // The test finds the secret for the received signatures by this URL.
    await ask('PUT', `/webhooks/${hook.id}`, { url: receiver.url })
    await next.close()
  })

  it.each([429, 503])('with a %i response is not retried before Retry-After', async (status) => {
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

  it('that a user sends, again or as a test, ends a pause, and is sent first', async () => {
    const { sql } = stores
    const pause = () => sql`
      update webhooks set paused_until = now() + interval '1 hour', failures_in_a_row = 1, failing_since = now()
      where id = ${hook.id}`
    await pause()
    const older = await createDelivery(sql, account, hook.id)
    const again = await createDelivery(sql, account, hook.id)
    await sql`update webhook_deliveries set status = 'pending', next_attempt_at = now(), attempts = 0 where id = ${again}`
    const makeDue = () => sql`
      update webhook_deliveries set status = 'pending', next_attempt_at = now(), tries = 1
      where id = ${older}`
    await makeDue()
    expect((await ask('POST', `/webhooks/${hook.id}/deliveries/${again}/redeliver`)).status).toBe(202)
    await eventually(async () => expect(await log('?status=succeeded')).toHaveLength(2))
    const sent = await Promise.all([again, older].map(async (id) => (await log(`?ids=${id}`))[0].event_id))
    expect(receiver.received.map(({ json }) => json.id)).toEqual(sent)
    expect(await shown()).toMatchObject({ paused_until: null, failing_since: null })
    await pause()
    await makeDue()
    expect((await ask('POST', `/webhooks/${hook.id}/test`)).status).toBe(202)
    expect((await got(4)).slice(2).map(({ json }) => json.id === sent[1])).toEqual([false, true])
  })

  it('keeps the URL it was sent to in the log when the webhook gets another one', async () => {
    const next = await startReceiver()
    await shorten()
    await eventually(async () => expect(await log('?status=succeeded')).toHaveLength(1))
    expect((await ask('PUT', `/webhooks/${hook.id}`, { url: next.url })).status).toBe(200)
    const [before] = await log()
    expect(before.request.url).toBe(receiver.url)
    await ask('POST', `/webhooks/${hook.id}/deliveries/${before.id}/redeliver`)
    await eventually(async () => expect((await log())[0]).toMatchObject({ attempts: 2, request: { url: next.url } }))
    await ask('PUT', `/webhooks/${hook.id}`, { url: receiver.url })
    await next.close()
  })

  it('that times out, or has a truncated response, is retried', async () => {
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

  it('that fails five days after the first of 20 consecutive failures disables the webhook', async () => {
    fail(500)
    await stores.sql`
      update webhooks set failing_since = now() - interval '1 hour', failures_in_a_row = 19, has_succeeded = true
      where id = ${hook.id}`
    await shorten()
    await eventually(async () => expect(await shown()).toMatchObject({ is_active: false, disabled_reason: 'failing' }))
  })

  it('that is recorded while its webhook is being deleted does not block the deletion', async () => {
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

  it('stores the first 2 KB of the response, whatever it contains', async () => {
    receiver.answer = (_received, response) => void response.end(Buffer.from(`\u0000${'é'.repeat(5_000)}`))
    await ask('POST', `/webhooks/${hook.id}/test`)
    await eventually(async () => expect(await log('?status=succeeded&event=webhook.test')).toHaveLength(1))
    const [{ response, request }] = await log()
    expect(response.body).toBe(`\ufffd${'é'.repeat(1_023)}`)
    expect(JSON.parse(request.body)).toMatchObject({ type: 'webhook.test', data: { webhook_id: hook.id } })
  })
})
