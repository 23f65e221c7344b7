import { expect, it } from 'vitest'
import { createKey } from '../../factories/key.ts'
import { expectError } from '../support/expect-error.ts'
import { account, anotherKey, api, key, stores, useAccounts, useApi } from '../support/use-api.ts'

useApi()
useAccounts({ hears: false })

const body = { name: 'One more', permissions: ['read'] }
const add = (by = key) => api.request('POST', '/api-keys', { key: by, body })
const countKeys = async () =>
  (await stores.sql`select from api_keys where account_id = ${account.id} and revoked_at is null`).count

async function fill(keys: number): Promise<void> {
  for (let made = await countKeys(); made < keys; made += 1) await createKey(stores.sql, account)
}

it('an account can have 100 API keys, and as many again as it revokes', async () => {
  await fill(99)
  const last = await add()
  expect(last.status).toBe(201)
  expectError(await add(), { status: 409, code: 'CONFLICT', details: { limit: 100 } })
  expect(await countKeys()).toBe(100)
  expect((await add(await anotherKey())).status).toBe(201)
  expect((await api.request('DELETE', `/api-keys/${last.json.data.id}`, { key })).status).toBe(200)
  expect((await add()).status).toBe(201)
})

it('concurrent requests cannot exceed the limit', async () => {
  await fill(97)
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await add()).status))
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  expect(await countKeys()).toBe(100)
})
