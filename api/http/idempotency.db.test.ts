import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount } from '../../test/factories/account.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { ApiError } from './api-error.ts'
import { claimKey, claimSeconds, renewClaim, storeReply } from './idempotency.sql.ts'
import { performOnce, type WireReply } from './idempotency.ts'

let stores: TestStores
let accountId: string
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(async () => {
  await stores.close()
})
let effects = 0
beforeEach(async () => {
  accountId = (await createAccount(stores.sql)).id
  effects = 0
})

const effect = async (): Promise<WireReply> => {
  effects += 1
  return { status: 201, body: `{"effect":${effects}}`, headers: {} }
}
const once = (content: unknown = 'content', perform = effect) =>
  performOnce(stores.sql, { accountId, key: 'key', content }, perform)
const codeOf = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => (error as ApiError).code)
const age = (seconds: number) => stores.sql`
  update idempotency_keys
  set created_at = created_at - make_interval(secs => ${seconds})
  where account_id = ${accountId}`

it('gives the stored reply again', async () => {
  expect(await once()).toMatchObject({ status: 201, body: '{"effect":1}', headers: {} })
  const again = { status: 201, body: '{"effect":1}', headers: { 'idempotent-replayed': 'true' } }
  expect(await once()).toEqual(again)
  expect(effects).toBe(1)
})

it('refuses another request under the key', async () => {
  await once()
  expect(await codeOf(once('other content'))).toBe('VALIDATION_ERROR')
})

it('keeps a refusal, but not a failure of ours', async () => {
  const refuse = async () => {
    await effect()
    throw new ApiError('CONFLICT', 'taken')
  }
  const fail = async () => {
    await effect()
    throw new Error('a store is away')
  }
  await expect(once('content', fail)).rejects.toThrow('a store is away')
  expect(await once('content', refuse)).toMatchObject({ status: 409, headers: {} })
  expect(await once('content', refuse)).toMatchObject({ status: 409, headers: { 'idempotent-replayed': 'true' } })
  expect(effects).toBe(2)
})

it('begins anew after 24 hours, with any request', async () => {
  await once()
  await age(24 * 3600 - 60)
  expect(await once()).toMatchObject({ body: '{"effect":1}' })
  await age(120)
  expect(await once('other content')).toMatchObject({ body: '{"effect":2}', headers: {} })
})

it('takes over the claim of a process that died, and only then', async () => {
  const hash = Buffer.from('hash')
  const dead = await claimKey(stores.sql, accountId, 'key', hash)
  await age(claimSeconds - 5)
  expect(await codeOf(once())).toBe('VALIDATION_ERROR')
  expect(await claimKey(stores.sql, accountId, 'key', hash)).toEqual({ kind: 'running' })
  await age(10)
  expect(await once()).toMatchObject({ body: '{"effect":1}' })
  if (dead.kind !== 'claimed') throw new Error('the first claim was refused')
  await storeReply(stores.sql, dead.claim, 200, Buffer.from('late'))
  expect(await once()).toMatchObject({ body: '{"effect":1}' })
})

it('leaves a claim that is renewed to its holder', async () => {
  const hash = Buffer.from('hash')
  const slow = await claimKey(stores.sql, accountId, 'key', hash)
  if (slow.kind !== 'claimed') throw new Error('the first claim was refused')
  await age(claimSeconds + 5)
  await renewClaim(stores.sql, slow.claim)
  expect(await claimKey(stores.sql, accountId, 'key', hash)).toEqual({ kind: 'running' })
})
