import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectRedis } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { linkKey } from '#schemas/link-record.ts'
import { createAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { createLink } from '../links/create-link.ts'
import { relayOutbox } from './relay-outbox.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openTestStores()
})
beforeEach(() => stores.sql`delete from outbox`)
afterAll(() => stores.close())

const relay = (redis = stores.redis) => stores.sql.begin((tx) => relayOutbox(tx, redis, stores.log))

async function countDebts(): Promise<number> {
  const [row] = await stores.sql<{ debts: number }[]>`select count(*)::int as debts from outbox where target = 'redis'`
  return row?.debts ?? 0
}

async function owe(domain_id: string, code: string, rev: number, age = '5 seconds'): Promise<void> {
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

it('keeps all outbox rows while Redis is down', async () => {
  const away = connectRedis('redis://127.0.0.1:1', { name: 'test' })
  for (let count = 0; count < 8; count++) await owe(uuidv7(), `code-${count}`, 1)
  await relay(away)
  away.disconnect()
  expect(await countDebts()).toBe(8)
  await relay()
  expect(await countDebts()).toBe(0)
})
