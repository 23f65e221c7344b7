import type { TestApi } from './http.ts'
import { api } from './use-api.ts'

interface Wanted {
  expires_at?: string | null
  allowed_ips?: unknown
}

export const mint = (minter: string, wanted: Wanted) =>
  api.request('POST', '/api-keys', { key: minter, body: { name: 'bound', permissions: ['read', 'write'], ...wanted } })

export async function statusOf(path: string, options?: Parameters<TestApi['request']>[2]) {
  const { status, json } = await api.request('GET', path, options)
  return [status, json?.error?.code]
}
