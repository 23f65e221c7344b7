import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { performOnce } from '../../api/frame/idempotency.ts'
import { createAccount } from '../../test/factories/account.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

let stores: TestStores
let accountId: string
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  accountId = (await createAccount(stores.sql)).id
})

const committed = async () => (await stores.sql`select from campaigns where account_id = ${accountId}`).length

describe('the replies that an account keeps per day', () => {
  const with_ = (key: string, bytes: number, begin = async () => {}) =>
    performOnce(stores.sql, { accountId, key, hashes: [Buffer.from('content')] }, async (sql) => {
      await begin()
      await sql.begin(
        (tx) => tx`insert into campaigns (id, account_id, name) values (${uuidv7()}, ${accountId}, ${uuidv7()})`,
      )
      return { status: 201, body: 'x'.repeat(bytes), headers: {} }
    })
  const use = (mib: number, daysAgo = 0) => stores.sql`
    insert into kept_reply_bytes (account_id, day, bytes)
    values (${accountId}, (now() at time zone 'utc')::date - ${daysAgo}::int, ${mib * 1024 * 1024})
    on conflict (account_id, day) do update set bytes = excluded.bytes`

  it('are limited to 100 MB, beyond which a new key is rejected before its request runs', async () => {
    await with_('before', 5_000)
    await use(99)
    await expect(with_('new', 10)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: expect.stringContaining('100 MB'),
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    })
    expect(await committed()).toBe(1)
    expect(await with_('before', 1)).toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
    await stores.sql`
      update idempotency_keys
      set created_at = created_at - interval '25 hours'
      where account_id = ${accountId}`
    await expect(with_('before', 10)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })

  it('start at zero every day and for every account', async () => {
    await use(99, 1)
    expect(await with_('key', 10)).toMatchObject({ status: 201 })
  })

  it('do not include small ones', async () => {
    await with_('key', 4_000)
    expect((await stores.sql`select from kept_reply_bytes where account_id = ${accountId}`).count).toBe(0)
  })

  it('stay below the limit when several arrive at once', async () => {
    await use(83)
    const bytes = 3 * 1024 * 1024
    let running = 0
    const meet = async () => {
      running += 1
      await vi.waitUntil(() => running === 8, { timeout: 30_000 })
    }
    await Promise.all(Array.from({ length: 8 }, (_, at) => with_(`key ${at}`, bytes, meet)))
    const [total] = await stores.sql`select bytes::int as bytes from kept_reply_bytes where account_id = ${accountId}`
    expect(total?.['bytes']).toBe((83 + 5 * 3) * 1024 * 1024)
    expect(
      (await stores.sql`select from idempotency_keys where account_id = ${accountId} and reply is not null`).count,
    ).toBe(5)
  })
})
