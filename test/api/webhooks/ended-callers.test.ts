import { expect, it } from 'vitest'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { account, api, create, expectError, stores, useWebhooks } from '../support/webhooks.ts'

useWebhooks()

const url = 'https://other.example/events'
const everyWebhook = async () => await stores.sql`select * from webhooks where account_id = ${account.id} order by id`

it.each([
  ['POST', '', { name: 'Late', url, events: ['url.clicked'] }],
  ['PUT', '/{id}', { url }],
  ['POST', '/{id}/rotate-secret', undefined],
])('a key that is being revoked changes nothing: %s /webhooks%s', async (method, path, body) => {
  const { id } = await create()
  const before = await everyWebhook()
  const caller = await createKey(stores.sql, account)
  const { asked } = await stores.sql.begin(async (tx) => {
    await tx`select from accounts where id = ${account.id} for no key update`
    const asked = api.request(method, `/webhooks${path.replace('{id}', id)}`, { key: caller.key, body })
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBeGreaterThan(0))
    await tx`update api_keys set revoked_at = now() where id = ${caller.id}`
    return { asked }
  })
  expectError(await asked, { status: 401, code: 'INVALID_API_KEY' })
  expect(await everyWebhook()).toEqual(before)
})
