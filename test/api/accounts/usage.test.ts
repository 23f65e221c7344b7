import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { objectMakers } from '../../factories/objects.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string
beforeAll(async () => {
  stores = await openTestStores()
  api = await startApi(stores)
  account = await createAccount(stores.sql, { plan: 'pro' })
  key = (await createKey(stores.sql, account)).key
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

const own = { '/short-urls/{id}': 3, '/domains/{id}': 2, '/campaigns/{id}': 1, '/api-keys/{id}': 4 }
const make = async (path: string, whose: TestAccount) => await objectMakers[path]?.(stores, whose)

it('GET /usage counts the resources of the account, and its clicks in this month', async () => {
  const other = await createAccount(stores.sql)
  for (const [path, count] of Object.entries(own)) {
    await make(path, other)
    for (let made = 0; made < count; made += 1) await make(path, account)
  }
  const gone = (await make('/short-urls/{id}', account)) ?? ''
  const revoked = await make('/api-keys/{id}', account)
  expect((await api.request('DELETE', `/api-keys/${revoked}`, { key })).status).toBe(200)

  const now = new Date()
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  const at = (ms: number) => new Date(ms).toISOString()
  await storeClicks(stores.ch, [
    { account_id: account.id, at: at(month - 1) },
    { account_id: account.id, at: at(month) },
    { account_id: account.id, at: at(now.getTime()), traffic: 'unknown' },
    { account_id: account.id, at: at(now.getTime()), traffic: 'bot' },
    { account_id: other.id, at: at(month) },
    { account_id: account.id, link_id: gone, at: at(month) },
  ])
  expect((await api.request('DELETE', `/short-urls/${gone}`, { key })).status).toBe(200)
  const { status, json } = await api.request('GET', '/usage', { key })
  expect(status).toBe(200)
  // Includes the key that sends the request.
  const counts = { links: 3, domains: 2, campaigns: 1, api_keys: 5 }
  expect(json.data).toEqual({ plan: 'pro', requests_per_minute: 600, ...counts, clicks_this_month: 2 })
})
