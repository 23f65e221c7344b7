import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { hearing } from '../../factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { drawCodes } from './draw-codes.ts'
import { startApi, type TestApi } from './http.ts'

export let stores: TestStores
export let api: TestApi
export let account: TestAccount
export let key: string

/** Stores, the API and who draws codes for this file, and an account with a key for every test in it. */
export function useQrCodes(): void {
  let drawing: ReturnType<typeof drawCodes>
  beforeAll(async () => {
    stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
    api = await startApi(stores)
    drawing = drawCodes(stores)
  })
  afterAll(async () => {
    await drawing.close()
    await api.close()
    await stores.close()
  })
  beforeEach(async () => {
    account = await hearing(stores.sql, await createAccount(stores.sql))
    key = (await createKey(stores.sql, account)).key
  })
}

export const ask = (method: string, path: string, body?: unknown, as = key) =>
  api.request(method, path, { key: as, body })

export const generate = (body: unknown, as = key) => ask('POST', '/qr-codes/generate', body, as)

/** A code that leads to a page, but for what is given. */
export async function create(body: Record<string, unknown> = {}) {
  const given = { content_type: 'url', content_data: { url: 'https://example.com/menu' }, ...body }
  const answer = await generate(given)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data.qrCode
}

export const anotherKey = async () => (await createKey(stores.sql, await createAccount(stores.sql))).key

/** What an account's events were, oldest first. */
export async function eventsOf({ id }: TestAccount): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return await stores.sql`
    select type, data
    from webhook_messages
    where account_id = ${id}
    order by id`
}

export { expectError } from './expect-error.ts'
