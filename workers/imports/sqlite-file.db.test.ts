import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selectImport } from '#model/imports/imports.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createImport } from '../../test/factories/imports.ts'
import { databaseOf } from '../../test/factories/sqlite-database.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { runImport } from './run-import.ts'
import { SqliteFile, type SqliteLimits } from './sqlite-file.ts'

let stores: TestStores
let account: TestAccount
/** Its tables take the thread longer than a few milliseconds to read. */
let slow: Buffer
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
  const tables = Array.from({ length: 3_000 }, (_, index) => `create table table_${index} (value)`)
  slow = await databaseOf('begin', ...tables, "insert into table_7 values ('seven')", 'commit')
})
afterAll(() => stores.close())

const left = () => readdir(join(stores.config.DATA_DIR, 'uploads'))

/** The rows of the slow database, whose thread ends with the read. */
async function readSlow(limits: Partial<SqliteLimits>, stopping = new AbortController().signal) {
  const database = await SqliteFile.open(stores.config.DATA_DIR, Readable.from([slow]), { ...limits, stopping })
  try {
    const found: unknown[] = []
    for await (const rows of database.read(({ name }) => name === 'table_7'))
      found.push(...rows.map(({ values }) => values))
    return found
  } finally {
    await database.close()
  }
}

it('gives up a database whose request takes too long, and ends its thread', async () => {
  await expect(readSlow({ patienceMs: 5 })).rejects.toThrow(/^The SQLite database takes too long to read/)
  expect(await left()).toEqual([])
  expect(await readSlow({})).toEqual([['seven']])
})

it('gives up a request when the worker stops', async () => {
  const stopping = new AbortController()
  const reading = readSlow({}, stopping.signal)
  setTimeout(() => stopping.abort(), 5)
  await expect(reading).rejects.toThrow()
  expect(await left()).toEqual([])
})

it('an import for whose database the disk has too little space fails with a sentence, and changes nothing', async () => {
  const layout = { format: 'sqlite' as const, encoding: 'utf-8', delimiter: '', header: [], fields: {}, unused: [] }
  const file = await databaseOf(
    'create table links (address text, target text)',
    "insert into links values ('full', 'https://example.com/full')",
  )
  const start = async (sqlite: Partial<SqliteLimits>) => {
    const from = { file_name: 'kutt.sqlite', layout, content: Readable.from([file]) }
    const { id } = await createImport(stores, account, { source: 'kutt', from })
    const warned: unknown[] = []
    const log = Object.assign(Object.create(stores.log), { warn: (details: unknown) => warned.push(details) })
    await runImport({ ...stores, log, sqlite }, id, new AbortController().signal)
    return { id, warned, record: await selectImport(stores.sql, account.id, id) }
  }
  const { id, warned, record } = await start({ reserveBytes: Number.MAX_SAFE_INTEGER })
  expect(record).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/^The server has too little disk space for this database/),
  })
  expect(warned).toEqual([{ import: id }])
  expect((await stores.sql`select from import_parts where import_id = ${id}`).count).toBe(0)
  expect((await stores.sql`select from links where account_id = ${account.id}`).count).toBe(0)
  expect(await left()).toEqual([])
  expect((await start({})).record).toMatchObject({ state: 'completed', created: 1 })
})
