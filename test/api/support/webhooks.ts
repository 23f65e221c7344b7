import { api, key, useAccounts, useApi } from './use-api.ts'

/** Stores and the API for this file, and an account with a key for every test in it. */
export function useWebhooks(settings: Record<string, string> = {}): void {
  useApi({ RATE_LIMIT_FACTOR: '0', ...settings })
  useAccounts({ hears: false })
}

export const ask = (method: string, path: string, body?: unknown, as = key) =>
  api.request(method, path, { key: as, body })

export const plain = { url: 'https://hooks.example.com/waymark', events: ['url.created'] }

export async function create(body: Record<string, unknown> = {}) {
  const answer = await ask('POST', '/webhooks', { ...plain, ...body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

export { expectError } from './expect-error.ts'
export { account, anotherKey, api, key, stores } from './use-api.ts'
