import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migratePostgres } from '#runtime/migrate.ts'
import { connectPostgres, type Sql } from '#runtime/postgres.ts'
import { createAccount } from '../../test/factories/account.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { backUpPostgres } from './back-up-postgres.ts'

let stores: TestStores
let sql: Sql
let folder: string
beforeAll(async () => {
  stores = await openTestStores()
  await stores.sql`create schema own`
  const url = new URL(stores.urls.database_url)
  url.searchParams.set('search_path', 'own,public')
  sql = connectPostgres(url.href, { name: 'test' })
  folder = await mkdtemp(join(tmpdir(), 'waymark-schema-'))
  await mkdir(join(folder, 'postgres'))
})
afterAll(async () => {
  await sql.end({ timeout: 2 })
  await stores.close()
  await rm(folder, { recursive: true, force: true })
})

it('backs up the tables of the schema that the database URL chooses', async () => {
  await migratePostgres(sql, stores.log)
  await createAccount(sql)
  await sql`select setval('outbox_id_seq', 7)`
  const { tables, sequences } = await backUpPostgres(sql, folder, () => undefined)
  expect(tables.find(({ name }) => name === 'accounts')).toMatchObject({ rows: 1 })
  expect(sequences).toContainEqual({ name: 'outbox_id_seq', value: 7 })
})
