import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { ch, Fragment } from './ch-tag.ts'
import { migrateAll, migratePostgres } from './migrate.ts'

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

it('waits for a lock only briefly at a time, so that nothing waits behind it', async () => {
  const name = '0054_import_files.sql'
  await stores.sql`delete from migrations where name = ${name}`
  const end = new EventEmitter()
  const backup = stores.sql.begin(async (tx) => {
    await tx`select from import_parts`
    end.emit('began')
    await once(end, 'over')
  })
  await once(end, 'began')
  const migrating = migratePostgres(stores.sql, stores.log)
  try {
    await eventually(async () => {
      const waiting = await stores.sql`select from pg_locks where relation = 'import_parts'::regclass and not granted`
      expect(waiting).toHaveLength(1)
    })
    await stores.sql.begin(async (tx) => {
      await tx`set local lock_timeout = '20s'`
      await tx`select from import_parts`
    })
    expect(await stores.sql`select from migrations where name = ${name}`).toHaveLength(0)
  } finally {
    end.emit('over')
    await backup
  }
  await migrating
  expect(await stores.sql`select from migrations where name = ${name}`).toHaveLength(1)
}, 60_000)

it('rejects a migration that was edited after it had been applied', async () => {
  await stores.sql`update migrations set checksum = 'another' where name = '0001_accounts.sql'`
  await expect(migrateAll(stores.sql, stores.ch, stores.log)).rejects.toThrow('0001_accounts.sql was changed')
})
