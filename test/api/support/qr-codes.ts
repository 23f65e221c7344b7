import type { TestAccount } from '../../factories/account.ts'
import { api, key, stores, useAccounts, useApi, useDrawing } from './use-api.ts'

/** Stores, the API and a worker that draws QR codes for this file, and an account with a key for every test in it. */
export function useQrCodes(): void {
  useApi()
  useDrawing()
  useAccounts()
}

export const ask = (method: string, path: string, body?: unknown, as = key) =>
  api.request(method, path, { key: as, body })

export const generate = (body: unknown, as = key) => ask('POST', '/qr-codes/generate', body, as)

/** A code for a web page, with these fields. */
export async function create(body: Record<string, unknown> = {}) {
  const given = { content_type: 'url', content_data: { url: 'https://example.com/menu' }, ...body }
  const answer = await generate(given)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data.qrCode
}

/** The events of an account, oldest first. */
export async function eventsOf({ id }: TestAccount): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return await stores.sql`
    select type, data
    from webhook_messages
    where account_id = ${id}
    order by id`
}

export { expectError } from './expect-error.ts'
export { account, anotherKey, api, key, stores } from './use-api.ts'
