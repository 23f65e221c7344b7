import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '../../../api/endpoints.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string
beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

/** Without QR codes, which need workers, and conversions, which need clicks from a redirector: neither runs here. */
const creations = endpoints.filter(
  ({ method, path, status }) => method === 'POST' && status === 201 && !/\{|^\/qr-|^\/conversions/.test(path),
)

it.each(creations)(
  'POST $path records the Idempotency-Key in the transaction of its change',
  async ({ path, example }) => {
    const headers = { 'idempotency-key': path }
    const answer = await api.request('POST', path, { key, body: example, headers })
    expect(answer.status, answer.text).toBe(201)
    const [row] = await stores.sql`
    select has_effect, status from idempotency_keys where account_id = ${account.id} and key like ${`%${path}`}`
    expect(row).toEqual({ has_effect: true, status: 201 })
  },
)
