import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError, tryLater } from '#core/api-error.ts'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { fence } from '../../api/frame/fence.ts'
import { largestOfNoEffect, performOnce, type WireReply } from '../../api/frame/idempotency.ts'
import { createAccount } from '../../test/factories/account.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { claimKey, claimSeconds, largestKeptBytes, renewClaim, storeReply } from './kept-replies.ts'

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
const hashOf = (content: string) => createHash('sha256').update(content).digest()
const once = (content = 'content', perform: (sql: Sql) => Promise<WireReply> = effect) =>
  performOnce(stores.sql, { accountId, key: 'key', hashes: [hashOf(content)] }, perform)
const codeOf = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => (error as ApiError).code)
const age = (seconds: number) => stores.sql`
  update idempotency_keys
  set created_at = created_at - make_interval(secs => ${seconds})
  where account_id = ${accountId}`

it('returns the stored reply again', async () => {
  expect(await once()).toMatchObject({ status: 201, body: '{"effect":1}', headers: {} })
  const again = { status: 201, body: '{"effect":1}', headers: { 'idempotent-replayed': 'true' } }
  expect(await once()).toEqual(again)
  expect(effects).toBe(1)
})

it('rejects another request with the same key', async () => {
  await once()
  expect(await codeOf(once('other content'))).toBe('VALIDATION_ERROR')
})

it('knows a request by its hash under an earlier key', async () => {
  const [earlier, newest] = [hashOf('under the earlier key'), hashOf('under the newest key')]
  const ask = (...hashes: [Buffer, ...Buffer[]]) => performOnce(stores.sql, { accountId, key: 'key', hashes }, effect)
  await ask(earlier)
  expect(await ask(newest, earlier)).toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
  expect(await codeOf(ask(newest))).toBe('VALIDATION_ERROR')
})

it('stores a client error but not a server error', async () => {
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

it('stores no refusal that is only for now', async () => {
  const refuse = async () => {
    throw tryLater('RATE_LIMIT_EXCEEDED', 'too many', 2)
  }
  expect(await codeOf(once('content', refuse))).toBe('RATE_LIMIT_EXCEEDED')
  expect(await once()).toMatchObject({ status: 201, body: '{"effect":1}', headers: {} })
})

it('starts over after 24 hours, with any request', async () => {
  await once()
  await age(24 * 3600 - 60)
  expect(await once()).toMatchObject({ body: '{"effect":1}' })
  await age(120)
  expect(await once('other content')).toMatchObject({ body: '{"effect":2}', headers: {} })
})

it('takes over the claim of a process that died, and only then', async () => {
  const hash = Buffer.from('hash')
  const dead = await claimKey(stores.sql, accountId, 'key', [hash])
  await age(claimSeconds - 5)
  expect(await codeOf(once())).toBe('VALIDATION_ERROR')
  expect(await claimKey(stores.sql, accountId, 'key', [hash])).toEqual({ kind: 'running' })
  await age(10)
  expect(await once()).toMatchObject({ body: '{"effect":1}' })
  if (dead.kind !== 'claimed') throw new Error('the first claim was refused')
  await storeReply(stores.sql, dead.claim, 200, Buffer.from('late'))
  expect(await once()).toMatchObject({ body: '{"effect":1}' })
})

it('leaves a renewed claim with its holder', async () => {
  const hash = Buffer.from('hash')
  const slow = await claimKey(stores.sql, accountId, 'key', [hash])
  if (slow.kind !== 'claimed') throw new Error('the first claim was refused')
  await age(claimSeconds + 5)
  await renewClaim(stores.sql, slow.claim)
  expect(await claimKey(stores.sql, accountId, 'key', [hash])).toEqual({ kind: 'running' })
})

const commit = (sql: Sql) =>
  sql.begin(
    (tx) => tx`
  insert into campaigns (id, account_id, name) values (${uuidv7()}, ${accountId}, ${uuidv7()})`,
  )
const committed = async () => (await stores.sql`select from campaigns where account_id = ${accountId}`).length
async function claim() {
  const claiming = await claimKey(stores.sql, accountId, 'key', [hashOf('content')])
  if (claiming.kind !== 'claimed') throw new Error('the first claim was refused')
  return claiming.claim
}

it('does not repeat what a process committed before it died', async () => {
  await commit(fence(stores.sql, await claim()))
  expect(await codeOf(once())).toBe('CONFLICT')
  await age(claimSeconds + 5)
  await expect(once()).rejects.toThrow('its response was lost')
  expect(await codeOf(once('other content'))).toBe('VALIDATION_ERROR')
  expect([effects, await committed()]).toEqual([0, 1])
  await age(24 * 3600)
  expect(await once()).toMatchObject({ status: 201, headers: {} })
})

it.each([
  ['a server error', new Error('a store is away')],
  ['a refusal that is only for now', tryLater('RATE_LIMIT_EXCEEDED', 'too many', 2)],
])('does not repeat what was committed before %s', async (_name, error) => {
  const fail = async (sql: Sql) => {
    await commit(sql)
    throw error
  }
  await expect(once('content', fail)).rejects.toBe(error)
  await expect(once('content', fail)).rejects.toThrow('its response was lost')
  expect(await committed()).toBe(1)
})

it('commits nothing for a process that was presumed dead', async () => {
  const slow = fence(stores.sql, await claim())
  await age(claimSeconds + 5)
  await once()
  await expect(commit(slow)).rejects.toThrow('considered dead')
  expect(await committed()).toBe(0)
})

it('runs the transactions of one request in parallel', async () => {
  const many = async (sql: Sql) => {
    await Promise.all(Array.from({ length: 20 }, () => commit(sql)))
    return await effect()
  }
  expect(await once('content', many)).toMatchObject({ status: 201 })
  expect(await committed()).toBe(20)
})

const large = (bytes: number, letter = 'x') => ({ status: 201, body: letter.repeat(bytes), headers: {} })
const keptRows = () => stores.sql`select from idempotency_keys where account_id = ${accountId} and reply is not null`

describe('a reply that is too large to store', () => {
  it('is sent, and its request is not repeated if it changed something', async () => {
    const perform = async (sql: Sql) => {
      await commit(sql)
      return large(largestKeptBytes + 1)
    }
    expect(await once('content', perform)).toMatchObject({ status: 201 })
    await expect(once('content', perform)).rejects.toThrow('its response was lost')
    expect([await committed(), (await keptRows()).length]).toEqual([1, 0])
  })

  it('starts above the limit', async () => {
    const perform = async (sql: Sql) => {
      await commit(sql)
      return large(largestKeptBytes)
    }
    await once('content', perform)
    expect((await keptRows()).length).toBe(1)
  })
})

describe('a large reply of a request that changed nothing', () => {
  const draw = async () => {
    effects += 1
    return large(largestOfNoEffect + 1)
  }

  it('is not stored but produced again, and recognized by its hash', async () => {
    expect(await once('content', draw)).toEqual(large(largestOfNoEffect + 1))
    const again = await once('content', draw)
    expect([again.body, again.headers]).toEqual([large(largestOfNoEffect + 1).body, { 'idempotent-replayed': 'true' }])
    expect(await once('content', async () => large(largestOfNoEffect + 1, 'y'))).toMatchObject({ headers: {} })
    expect([effects, (await keptRows()).length]).toEqual([2, 0])
  })

  it('still rejects another request with the same key', async () => {
    await once('content', draw)
    expect(await codeOf(once('other content', draw))).toBe('VALIDATION_ERROR')
  })

  it('is produced by one request at a time, which may then have an effect', async () => {
    await once('content', draw)
    let [start, finish] = [() => {}, () => {}]
    const started = new Promise<void>((resolve) => (start = resolve))
    const waiting = new Promise<void>((resolve) => (finish = resolve))
    const running = once('content', async (sql) => {
      start()
      await waiting
      await commit(sql)
      return large(10)
    })
    await started
    expect(await codeOf(once('content', draw))).toBe('CONFLICT')
    finish()
    expect(await running).toMatchObject({ headers: {} })
    expect(await once('content', draw)).toMatchObject({
      body: 'x'.repeat(10),
      headers: { 'idempotent-replayed': 'true' },
    })
  })

  it('starts above the limit', async () => {
    await once('content', async () => large(largestOfNoEffect))
    expect((await keptRows()).length).toBe(1)
  })
})
