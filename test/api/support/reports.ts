import type { PlanName } from '#schemas/accounts.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { type Answer, startApi, type TestApi } from './http.ts'

export interface Reports {
  stores: TestStores
  api: TestApi
  account: TestAccount
  key: string
  /** The key of a new account on that plan. */
  keyOnPlan(plan: PlanName): Promise<string>
  ask(path: string, key?: string): Promise<Answer>
  /** The body of a response, which must be 200. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on what it reads
  read(path: string): Promise<any>
  makeUrl: (body?: Record<string, unknown>) => Promise<{ id: string; short_code: string; created_at: string }>
  close(): Promise<void>
}

/** The API without rate limits, and an account that requests reports. */
export async function openReports(plan: PlanName = 'business'): Promise<Reports> {
  const stores = await openTestStores({ RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'error' })
  const api = await startApi(stores)
  const account = await createAccount(stores.sql, { plan })
  const { key } = await createKey(stores.sql, account)
  const ask: Reports['ask'] = (path, as = key) => api.request('GET', path, { key: as })
  return {
    stores,
    api,
    account,
    key,
    ask,
    keyOnPlan: async (other) => (await createKey(stores.sql, await createAccount(stores.sql, { plan: other }))).key,
    async read(path) {
      const { status, json, text } = await ask(path)
      if (status !== 200) throw new Error(`${status} ${text}`)
      return json
    },
    async makeUrl(body = {}) {
      const { status, json, text } = await api.request('POST', '/short-urls', {
        key,
        body: { url: 'https://example.com', ...body },
      })
      if (status !== 201) throw new Error(`${status} ${text}`)
      return json.data
    },
    async close() {
      await api.close()
      await stores.close()
    },
  }
}
