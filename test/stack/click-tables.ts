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

const createDatabase = (server: ClickHouse, database: string) =>
  run(server, `create database ${database} engine = Atomic`)

const run = (server: ClickHouse, statement: string) => server.command(new Fragment([statement], []))
