import { describe, expect, it } from 'vitest'
import { removeWebhook } from '#model/webhooks/webhooks.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { account, ask, create, expectError, stores, useWebhooks } from '../support/webhooks.ts'

useWebhooks()

describe('while a webhook is deleted', () => {
  it('events are still sent to other webhooks, and no change fails', async () => {
    const [gone, stays] = [await create(), await create()]
    const link = { url: 'https://example.com/' }
    const shortened = await stores.sql.begin(async (tx) => {
      await removeWebhook(tx, account.id, gone.id)
      const asked = ask('POST', '/short-urls', link)
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      return { asked }
    })
    expect((await shortened.asked).status).toBe(201)
    const told = await stores.sql`select webhook_id from webhook_deliveries join webhooks on webhooks.id = webhook_id`
    expect(told).toEqual([{ webhook_id: stays.id }])
    const atOnce = [
      ask('DELETE', `/webhooks/${stays.id}`),
      ...Array.from({ length: 5 }, () => ask('POST', '/short-urls', link)),
    ]
    expect((await Promise.all(atOnce)).map(({ status }) => status)).toEqual([200, 201, 201, 201, 201, 201])
  })

  it('others that hear of changes in the account are deleted too', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => create({ events: ['audit.recorded'] })))
    const deleted = await Promise.all(all.map(({ id }) => ask('DELETE', `/webhooks/${id}`)))
    expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  it('a test request returns 404', async () => {
    const { id } = await create()
    const tested = await stores.sql.begin(async (tx) => {
      await removeWebhook(tx, account.id, id)
      const asked = ask('POST', `/webhooks/${id}/test`)
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      return { asked }
    })
    expectError(await tested.asked, { status: 404, code: 'NOT_FOUND' })
  })
})
