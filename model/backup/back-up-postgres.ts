import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { type Ledger, readLedger } from './late-batches.ts'
import { type BackedUpTable, type Manifest, tableFile } from './manifest.ts'

/**
 * Without these, a restored installation works: migrations are applied again, and a session would come back to life after its
 * user has ended it, as would the other rows of sign-ins, which refer to sessions. Salts are deleted after a day, so that nobody can identify visitors afterwards. Rollups are built again.
 */
export const leftOut = [
  'migrations',
  'sessions',
  'sign_in_tickets',
  'passkey_challenges',
  'sign_in_attempts',
  'visitor_salts',
  'applied_changes',
  'click_rollups',
  'click_rollup_progress',
  'discarded_builds',
]

interface PostgresPart extends Pick<Manifest, 'tables' | 'sequences'> {
  migrations: string[]
  /** The time in Postgres at which all this was current. */
  at: Date
  ledger: Ledger
}

/** Writes all tables as of one moment, while they change. */
export async function backUpPostgres(sql: Sql, folder: string, say: (line: string) => void): Promise<PostgresPart> {
  return await sql.begin('isolation level repeatable read read only', async (tx) => {
    const [now] = await tx<{ at: Date }[]>`select now() as at`
    const migrations = await tx<{ name: string }[]>`select name from migrations order by name`
    const tables: BackedUpTable[] = []
    for (const table of await listTables(tx)) {
      tables.push({ ...table, rows: await backUpTable(tx, folder, table) })
      say(`Postgres: ${table.name}`)
    }
    return {
      at: now?.at ?? new Date(),
      migrations: migrations.map(({ name }) => name),
      ledger: await readLedger(tx),
      tables,
      sequences: await listSequences(tx),
    }
  })
}

/** Columns that Postgres computes are not written. */
async function listTables(tx: Tx): Promise<Pick<BackedUpTable, 'name' | 'columns'>[]> {
  return await tx<{ name: string; columns: string[] }[]>`
    select pg_class.relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = ${ownSchema(tx)} and relkind = 'r' and relname <> all(${leftOut})
    group by pg_class.relname
    order by pg_class.relname`
}

/** The schema of the tables: usually public, but the role or the URL of the database can choose another one. */
export const ownSchema = (tx: Tx): Part => tx`(select relnamespace from pg_class where oid = 'accounts'::regclass)`

async function backUpTable(
  tx: Tx,
  folder: string,
  { name, columns }: Pick<BackedUpTable, 'name' | 'columns'>,
): Promise<number> {
  const source = await tx`copy ${tx(name)} (${listOf(tx, columns)}) to stdout`.readable()
  await writeAll(source, tableFile(folder, name))
  const [counted] = await tx<{ rows: number }[]>`select count(*) as rows from ${tx(name)}`
  return counted?.rows ?? 0
}

/**
 * Compresses a stream into a file. If the disk is full, the stream is still read to its end: the driver would wait forever for
 * somebody to read the rest.
 */
export async function writeAll(source: Readable, file: string): Promise<void> {
  const target = createGzip({ level: 1 })
  const written = pipeline(target, createWriteStream(file))
  const ended = written.catch(() => undefined)
  for await (const chunk of source) {
    if (!target.destroyed && !target.write(chunk))
      await Promise.race([once(target, 'drain').catch(() => undefined), ended])
  }
  // The driver pauses its connection when a stream is full, until the stream asks for more. At its end, a stream does not.
  source._read(0)
  target.end()
  await written
}

/** Names of tables or columns. */
export const listOf = (tx: Tx, names: readonly string[]): Part =>
  names.map((name) => tx`${tx(name)}`).reduce((list, name) => tx`${list}, ${name}`)

async function listSequences(tx: Tx): Promise<Manifest['sequences']> {
  return await tx<{ name: string; value: number }[]>`
    select sequencename as name, last_value as value
    from pg_sequences
    where schemaname = (select nspname from pg_namespace where oid = ${ownSchema(tx)}) and last_value is not null`
}
