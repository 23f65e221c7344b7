import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { hearing } from '../../factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from './http.ts'

export let stores: TestStores
export let api: TestApi
export let account: TestAccount
export let key: string

/** Stores and the API for this file, and an account with a key for every test in it. */
export function useCampaigns(): void {
  beforeAll(async () => {
    stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
    api = await startApi(stores)
  })
  afterAll(async () => {
    await api.close()
    await stores.close()
  })
  beforeEach(async () => {
    account = await hearing(stores.sql, await createAccount(stores.sql))
    key = (await createKey(stores.sql, account)).key
  })
}

export const get = (path: string, as = key) => api.request('GET', path, { key: as })
export const post = (body: unknown, as = key) => api.request('POST', '/campaigns', { key: as, body })
export const put = (id: string, body: unknown, as = key) => api.request('PUT', pathOf(id), { key: as, body })
export const remove = (id: string, query = '', as = key) => api.request('DELETE', pathOf(id) + query, { key: as })
export const pathOf = (id: string) => `/campaigns/${encodeURIComponent(id)}`

export async function create(body: Record<string, unknown> = {}, as = key) {
  const answer = await post({ name: `Campaign ${uuidv7()}`, ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

export const anotherKey = async () => (await createKey(stores.sql, await createAccount(stores.sql))).key

export const messages = () => stores.sql<{ type: string; data: Record<string, unknown> }[]>`
  select type, data from webhook_messages where account_id = ${account.id} order by created_at, id`

export { expectError } from './expect-error.ts'

export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

export const makeUrl = async (body: Record<string, unknown> = {}, as = key) => {
  const answer = await api.request('POST', '/short-urls', { key: as, body: { url: 'https://example.com', ...body } })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}
export const putUrl = (id: string, body: unknown) => api.request('PUT', `/short-urls/${id}`, { key, body })
export const setClicks = (id: string, clicks: number) =>
  stores.sql`update link_counts set clicks = ${clicks} where link_id = ${id}`
export const countsOf = async (id: string) => {
  const { url_count, total_clicks } = (await get(pathOf(id))).json.data
  return { url_count, total_clicks }
}
