import { expect } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { account, api, key, stores, useAccounts, useApi } from './use-api.ts'

/** Stores and the API for this file, and an account with a key for every test in it. */
export function useCampaigns(): void {
  useApi()
  useAccounts()
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

export const messages = () => stores.sql<{ type: string; data: Record<string, unknown> }[]>`
  select type, data from webhook_messages where account_id = ${account.id} order by created_at, id`

export { expectError } from './expect-error.ts'
export { account, anotherKey, api, key, stores } from './use-api.ts'

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
