import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { ch, Fragment } from './ch-tag.ts'
import { migrateAll } from './migrate.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const count = z.object({ n: z.number() })
const table = z.object({ name: z.string() })

it('migrates empty stores, with three concurrent callers, each migration once', async () => {
  await stores.sql`drop schema public cascade`
  await stores.sql`create schema public`
  for (const { name } of await stores.ch.query(ch`show tables`, table)) {
    await stores.ch.command(new Fragment([`drop table ${name} sync`], []))
  }
  await Promise.all([1, 2, 3].map(() => migrateAll(stores.sql, stores.ch, stores.log)))
  expect(await stores.sql`select count(*)::int as n from links`).toEqual([{ n: 0 }])
  expect(await stores.ch.query(ch`select count() as n from clicks`, count)).toEqual([{ n: 0 }])
  const doubled = ch`select count() - uniqExact(name) as n from migrations`
  expect(await stores.ch.query(doubled, count)).toEqual([{ n: 0 }])
})

it('rejects a migration that was edited after it had been applied', async () => {
  await stores.sql`update migrations set checksum = 'another' where name = '0001_accounts.sql'`
  await expect(migrateAll(stores.sql, stores.ch, stores.log)).rejects.toThrow('0001_accounts.sql was changed')
})
