import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { PlanName } from '#schemas/accounts.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { hearing } from '../../factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { drawCodes } from './draw-codes.ts'
import { startApi, type TestApi } from './http.ts'

/** The stores and API of the current test file, set before its tests only by the functions below. */
export let stores: TestStores
export let api: TestApi
export let account: TestAccount
export let key: string

const unlimited = { RATE_LIMIT_FACTOR: '0' }

/** Stores and the API for this test file. */
export function useApi(settings: NodeJS.ProcessEnv = unlimited, { isAtBaseUrl = false } = {}): void {
  beforeAll(async () => {
    const port = isAtBaseUrl ? await freePort() : 0
    const address = isAtBaseUrl ? { BASE_URL: `http://127.0.0.1:${port}` } : {}
    stores = await openTestStores({ ...address, ...settings }, { clicksWhenNeeded: true })
    api = await startApi(stores, port)
  })
  afterAll(async () => {
    await api.close()
    await stores.close()
  })
}

/** An account with a key for every test. A webhook records its events, unless `hears` is false. */
export function useAccounts({ hears = true, plan }: { hears?: boolean; plan?: PlanName } = {}): void {
  beforeEach(async () => {
    const made = await createAccount(stores.sql, plan === undefined ? {} : { plan })
    account = hears ? await hearing(stores.sql, made) : made
    key = await keyOf(account)
  })
}

/** One account with a key for all tests of the file. */
export function useOneAccount(plan?: PlanName): void {
  beforeAll(async () => {
    account = await createAccount(stores.sql, plan === undefined ? {} : { plan })
    key = await keyOf(account)
  })
}

/** The part of the workers that draws QR codes. */
export function useDrawing(): void {
  let drawing: ReturnType<typeof drawCodes>
  beforeAll(() => {
    drawing = drawCodes(stores)
  })
  afterAll(() => drawing.close())
}

export const keyOf = async (owner: TestAccount, permissions?: Parameters<typeof createKey>[2]) =>
  (await createKey(stores.sql, owner, permissions)).key

/** The key of a new account. */
export const anotherKey = async (plan?: PlanName) =>
  await keyOf(await createAccount(stores.sql, plan === undefined ? {} : { plan }))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was assigned')
  return address.port
}
