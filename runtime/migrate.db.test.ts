import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { dropClickTables } from '../test/stack/empty-stores.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { ch, text } from './ch-tag.ts'
import { earlierChecksums, migrateAll, migrateClickhouse, migratePostgres, readMigrations } from './migrate.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const count = z.object({ n: z.number() })
const table = z.object({ name: z.string() })

it('repeats a migration of ClickHouse whose process was killed before its record, with the same result', async () => {
  const created = ch`
    select name, create_table_query from system.tables where database = currentDatabase() order by name`
  const readTables = () => stores.ch.query(created, table.extend({ create_table_query: z.string() }))
  const inOneRun = await readTables()
  await dropClickTables(stores.ch)
  const names = readMigrations('clickhouse').map(({ name }) => name)
  for (const [index, name] of names.entries()) {
    const migrate = () => migrateClickhouse(stores.ch, stores.log, names.slice(0, index + 1))
    await migrate()
    const before = await readTables()
    const forget = ch`alter table migrations delete where name = ${text(name)} settings mutations_sync = 2`
    await stores.ch.command(forget)
    await migrate()
    expect(await readTables(), name).toEqual(before)
    expect(await stores.ch.query(ch`select count() as n from migrations`, count)).toEqual([{ n: index + 1 }])
  }
  expect(await readTables()).toEqual(inOneRun)
})

it('migrates empty stores, with three concurrent callers, each migration once', async () => {
  await stores.sql`drop schema public cascade`
  await stores.sql`create schema public`
  await dropClickTables(stores.ch)
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

it('accepts the files of earlier versions that also built an index', async () => {
  const before = await stores.sql<{ name: string; checksum: string }[]>`
    select name, checksum from migrations where name = any(${Object.keys(earlierChecksums)})`
  expect(before).toHaveLength(2)
  for (const [name, checksum] of Object.entries(earlierChecksums))
    await stores.sql`update migrations set checksum = ${checksum} where name = ${name}`
  await stores.sql`drop index links_scheduled`
  await stores.sql`delete from migrations where name = '0069_late_indexes.sql'`
  await migrateAll(stores.sql, stores.ch, stores.log)
  const indexes = await stores.sql`
    select indexname from pg_indexes where indexname in ('links_scheduled', 'links_used_up') order by 1`
  expect(indexes).toEqual([{ indexname: 'links_scheduled' }, { indexname: 'links_used_up' }])
  for (const { name, checksum } of before)
    await stores.sql`update migrations set checksum = ${checksum} where name = ${name}`
})

it('rejects a migration that was edited after it had been applied', async () => {
  await stores.sql`update migrations set checksum = 'another' where name = '0001_accounts.sql'`
  await expect(migrateAll(stores.sql, stores.ch, stores.log)).rejects.toThrow('0001_accounts.sql was changed')
})
