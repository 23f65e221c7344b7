import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connectRedis } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { linkKey } from '#schemas/link-record.ts'
import { createAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { createLink } from '../links/create-link.ts'
import { createLinks } from '../links/create-links.ts'
import { relayOutbox } from './relay-outbox.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores()
})
beforeEach(() => stores.sql`delete from outbox`)
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => stores.close())

const relay = (redis = stores.redis) => stores.sql.begin((tx) => relayOutbox(tx, redis, stores.log))

async function countDebts(): Promise<number> {
  const [row] = await stores.sql<{ debts: number }[]>`select count(*)::int as debts from outbox where target = 'redis'`
  return row?.debts ?? 0
}

async function owe(domain_id: string | null, code: string, rev: number, age = '5 seconds'): Promise<void> {
  await stores.sql`
    insert into outbox (target, domain_id, code, rev, created_at)
    values ('redis', ${domain_id}, ${code}, ${rev}, now() - ${age}::interval)`
}

async function readRecord(domain_id: string, code: string): Promise<unknown> {
  const value = await stores.redis.get(linkKey(domain_id, code))
  return value === null ? null : JSON.parse(value)
}

it('writes to Redis what a killed process left behind, with the current link', async () => {
  const account = await createAccount(stores.sql)
  const domain = await findBaseDomain(stores.sql, stores.config)
  const outcome = await createLink(stores, plainLink(account.id, domain, { alias: 'relayed' }))
  expect(outcome.kind).toBe('created')
  await stores.redis.del(linkKey(domain.id, 'relayed'))
  await owe(domain.id, 'relayed', 1)
  await owe(domain.id, 'relayed', 2)
  await relay()
  expect(await readRecord(domain.id, 'relayed')).toMatchObject({ url: 'https://example.com/page' })
  expect(await countDebts()).toBe(0)
})

it('writes a tombstone with the newest rev for a deleted link', async () => {
  const domain_id = uuidv7()
  await owe(domain_id, 'gone', 7)
  await owe(domain_id, 'gone', 9)
  await relay()
  expect(await readRecord(domain_id, 'gone')).toEqual({ rev: 9, absent: true })
})

it('leaves rows of the last second to the process that made the change', async () => {
  const domain_id = uuidv7()
  await owe(domain_id, 'fresh', 3, '0 seconds')
  await relay()
  expect(await readRecord(domain_id, 'fresh')).toBeNull()
  expect(await countDebts()).toBe(1)
})

it('applies many changes with few messages', async () => {
  const account = await createAccount(stores.sql)
  const domain = await findBaseDomain(stores.sql, stores.config)
  const inputs = Array.from({ length: 350 }, () => plainLink(account.id, domain))
  const links = (await createLinks(stores, inputs)).flatMap((link) => link ?? [])
  const keys = links.map(({ code }) => linkKey(domain.id, code))
  await stores.redis.del(keys)
  for (const { code } of links) await owe(domain.id, code, 1)
  await owe(domain.id, 'gone-meanwhile', 9)
  const scripts = vi.spyOn(stores.redis, 'evalsha')
  await relay()
  expect(scripts).toHaveBeenCalledTimes(4)
  expect((await stores.redis.mget(keys)).map((record) => JSON.parse(record ?? 'null')?.link_id)).toEqual(
    links.map(({ id }) => id),
  )
  expect(await readRecord(domain.id, 'gone-meanwhile')).toEqual({ rev: 9, absent: true })
  expect(await countDebts()).toBe(0)
})

it('applies the others if one of them fails', async () => {
  const domain_id = uuidv7()
  for (const code of ['before', 'broken', 'after']) await owe(domain_id, code, 2)
  await owe(null, 'shop.example', 2)
  await stores.redis.lpush(linkKey(domain_id, 'broken'), 'not a record')
  await relay()
  expect(await readRecord(domain_id, 'before')).toEqual({ rev: 2, absent: true })
  expect(await readRecord(domain_id, 'after')).toEqual({ rev: 2, absent: true })
  expect(await stores.sql`select code from outbox where target = 'redis'`).toEqual([{ code: 'broken' }])
})

it('keeps all outbox rows while Redis is down', async () => {
  const away = connectRedis('redis://127.0.0.1:1', { name: 'test' })
  for (let count = 0; count < 8; count++) await owe(uuidv7(), `code-${count}`, 1)
  await relay(away)
  away.disconnect()
  expect(await countDebts()).toBe(8)
  await relay()
  expect(await countDebts()).toBe(0)
})
