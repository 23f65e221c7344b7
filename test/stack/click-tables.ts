import { inject } from 'vitest'
import { z } from 'zod'
import { ch, Fragment } from '#runtime/ch-tag.ts'
import { type ClickHouse, connectClickhouse } from '#runtime/clickhouse.ts'
import type { Log } from '#runtime/log.ts'
import { migrateClickhouse } from '#runtime/migrate.ts'
import { templateDatabase, withDatabase } from './urls.ts'

const createRow = z.object({ create_table_query: z.string() })
const prefix = `CREATE TABLE ${templateDatabase}.`

/**
 * Migrates the ClickHouse database that each test file copies, and returns the statements that create its tables. Every
 * migration changes files of the tables: to migrate a database takes eight times as much CPU time as to copy it.
 */
export async function makeClickTables(serverUrl: string, log: Log): Promise<string[]> {
  const server = connectClickhouse(serverUrl)
  await createDatabase(server, templateDatabase)
  await server.close()
  const template = connectClickhouse(withDatabase(serverUrl, templateDatabase))
  await migrateClickhouse(template, log)
  const rows = await template.query(readTables, createRow)
  await template.close()
  return rows.map(({ create_table_query }) => {
    if (!create_table_query.startsWith(prefix)) throw new Error(`not a table: ${create_table_query}`)
    return create_table_query.slice(prefix.length)
  })
}

const readTables = ch`
  select create_table_query
  from system.tables
  where database = currentDatabase()
  order by name`

/** A new database with the tables of the template, and the names of its migrations. */
export async function copyClickTables(server: ClickHouse, database: string): Promise<void> {
  await createDatabase(server, database)
  for (const table of inject('clickTables')) await run(server, `create table ${database}.${table}`)
  await run(server, `insert into ${database}.migrations select * from ${templateDatabase}.migrations`)
}

/**
 * A client that creates the tables before its first statement: three of four files of the API's tests never use them. Only
 * for files in which nothing else connects to the database.
 */
export function withTablesWhenNeeded(ch: ClickHouse, create: () => Promise<void>): ClickHouse {
  let created: Promise<void> | undefined
  const tables = () => (created ??= create())
  return {
    cluster: ch.cluster,
    query: async (...args) => await tables().then(() => ch.query(...args)),
    readLines: async (...args) => await tables().then(() => ch.readLines(...args)),
    insert: async (...args) => await tables().then(() => ch.insert(...args)),
    command: async (...args) => await tables().then(() => ch.command(...args)),
    longCommand: async (...args) => await tables().then(() => ch.longCommand(...args)),
    readParquet: async (...args) => await tables().then(() => ch.readParquet(...args)),
    readNative: async (...args) => await tables().then(() => ch.readNative(...args)),
    writeNative: async (...args) => await tables().then(() => ch.writeNative(...args)),
    ping: async () => await tables().then(() => ch.ping()),
    close: () => ch.close(),
  }
}

const createDatabase = (server: ClickHouse, database: string) =>
  run(server, `create database ${database} engine = Atomic`)

const run = (server: ClickHouse, statement: string) => server.command(new Fragment([statement], []))
