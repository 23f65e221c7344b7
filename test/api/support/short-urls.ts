import { afterAll, beforeAll } from 'vitest'
import { runRedirector } from '../../redirector/run-redirector.ts'
import { visit } from '../../redirector/visit.ts'
import { api, key, stores, useAccounts, useApi } from './use-api.ts'

let redirector: Awaited<ReturnType<typeof runRedirector>>

/** Stores and the API for this file, and an account with a key for every test in it. */
export function useShortUrls(settings: NodeJS.ProcessEnv = {}): void {
  useApi({ RATE_LIMIT_FACTOR: '0', REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1', ...settings })
  useAccounts()
}

/** A redirector in addition to the API. */
export function useRedirector(): void {
  beforeAll(async () => {
    redirector = await runRedirector(stores)
  })
  afterAll(() => redirector.lifecycle.stop())
}

export const follow = (code: string, options?: Parameters<typeof visit>[2]) =>
  visit(redirector.port, `/${code}`, options)

export const get = (path: string, as = key) => api.request('GET', path, { key: as })
export const post = (body: unknown, as = key) => api.request('POST', '/short-urls', { key: as, body })
export const put = (id: string, body?: unknown, as = key) => api.request('PUT', `/short-urls/${id}`, { key: as, body })
export const read = async (id: string) => (await get(`/short-urls/${id}`)).json.data
export const remove = (id: string, as = key) => api.request('DELETE', `/short-urls/${id}`, { key: as })

let made = 0
export const freshAlias = (start = 'alias') => `${start}-${made++}`

export async function create(body: Record<string, unknown> = {}, as = key) {
  const answer = await post({ url: 'https://example.com/page', ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

export { expectError } from './expect-error.ts'
export { account, anotherKey, api, key, stores } from './use-api.ts'
