import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from './http.ts'

export let stores: TestStores
export let api: TestApi
export let account: TestAccount
export let key: string

/** Stores and the API for this file, and an account with a key for every test in it. */
export function useWebhooks(settings: Record<string, string> = {}): void {
  beforeAll(async () => {
    stores = await openTestStores({ RATE_LIMIT_FACTOR: '0', ...settings })
    api = await startApi(stores)
  })
  afterAll(async () => {
    await api.close()
    await stores.close()
  })
  beforeEach(async () => {
    account = await createAccount(stores.sql)
    key = (await createKey(stores.sql, account)).key
  })
}

export const ask = (method: string, path: string, body?: unknown, as = key) =>
  api.request(method, path, { key: as, body })

export const plain = { url: 'https://hooks.example.com/waymark', events: ['url.created'] }

export async function create(body: Record<string, unknown> = {}) {
  const answer = await ask('POST', '/webhooks', { ...plain, ...body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

export const anotherKey = async () => (await createKey(stores.sql, await createAccount(stores.sql))).key

export { expectError } from './expect-error.ts'
