import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { z } from 'zod'
import { ch, Fragment, text } from './ch-tag.ts'
import { type ClickHouse, connectClickhouse } from './clickhouse.ts'
import { latest } from './cluster-settings.ts'
import { demandClickStore, demandCluster } from './demand-click-store.ts'
import type { Log } from './log.ts'
import { makeRepeatable } from './make-repeatable.ts'
import { connectPostgres, endIfMachineFails, type Sql } from './postgres.ts'
import { projectDir } from './project.ts'
import { renderForCluster } from './render-for-cluster.ts'
import type { StoreUrls } from './store-urls.ts'

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** An arbitrary advisory lock number that lets one process migrate at a time. */
const migrationLock = 7_201_301

/** Like migrateAll, with connections that are closed at the end. */
export async function migrateStores(urls: StoreUrls, log: Log): Promise<void> {
  const { database_url, clickhouse_url, clickhouse_cluster } = urls
  const sql = connectPostgres(database_url, { name: 'migrate', max: 2 })
  const clickhouse = connectClickhouse(clickhouse_url, clickhouse_cluster)
  try {
    await migrateAll(sql, clickhouse, log)
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), clickhouse.close()])
  }
}

/** Migrates both stores. If several processes call it, the first one does the work and the others wait. */
export async function migrateAll(sql: Sql, clickhouse: ClickHouse, log: Log): Promise<void> {
  // A pooler that lends connections for one transaction would leave the lock of a session behind.
  await sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`
    await tx`select ${endIfMachineFails(tx)}, pg_advisory_xact_lock(${migrationLock})`
    await migratePostgres(sql, log)
    await migrateClickhouse(clickhouse, log)
  })
  await demandClickStore(clickhouse)
}

/** With names, only these migrations are applied. */
export async function migratePostgres(sql: Sql, log: Log, names?: readonly string[]): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  const applied = await sql<{ name: string; checksum: string }[]>`select name, checksum from migrations`
  for (const migration of pending('postgres', applied, names)) {
    while (!(await tryPostgres(sql, migration))) {
      log.warn(`postgres/${migration.name} waits for a long transaction, such as a backup`)
      await sleep(betweenTriesMs)
    }
    log.info(`applied postgres/${migration.name}`)
  }
}

/**
 * While a migration waits for the lock of a table, all that comes after it waits too, also what redirects a visitor. Above the
 * deadlock_timeout of 1 s, after which Postgres ends an autovacuum that is in the way.
 */
const lockMs = 2_000
const betweenTriesMs = 4_000
/** The lock was not available in time, or another transaction waited for one of this migration. */
const lockErrors: ReadonlySet<string> = new Set(['55P03', '40P01'])

/** False if it got no lock, and nothing was done. */
async function tryPostgres(sql: Sql, { name, sql: statements, checksum }: Migration): Promise<boolean> {
  try {
    await sql.begin(async (tx) => {
      await tx`select set_config('lock_timeout', ${String(lockMs)}, true)`
      await tx.unsafe(statements)
      await tx`insert into migrations (name, checksum) values (${name}, ${checksum})`
    })
    return true
  } catch (error) {
    if (error instanceof postgres.PostgresError && lockErrors.has(error.code)) return false
    throw error
  }
}

const appliedRow = z.object({ name: z.string(), checksum: z.string() })

export async function migrateClickhouse(clickhouse: ClickHouse, log: Log, names?: readonly string[]): Promise<void> {
  await demandCluster(clickhouse)
  const run = await runnerOf(clickhouse)
  await run(
    'create table if not exists migrations (name String, checksum String, applied_at DateTime default now()) engine = MergeTree order by name',
  )
  const settings = latest
  const applied = await clickhouse.query(ch`select name, checksum from migrations`, appliedRow, { settings })
  for (const migration of pending('clickhouse', applied, names)) {
    for (const statement of splitStatements(migration.sql)) await run(statement)
    await clickhouse.command(
      ch`insert into migrations (name, checksum) select ${text(migration.name)}, ${text(migration.checksum)}`,
    )
    log.info(`applied clickhouse/${migration.name}`)
  }
}

const databaseRow = z.object({ database: z.string() })

/** Runs a statement of a migration, on every node of a cluster if there is one. Repeating it changes nothing. */
async function runnerOf(clickhouse: ClickHouse): Promise<(statement: string) => Promise<void>> {
  const { cluster } = clickhouse
  if (cluster === undefined) return (statement) => clickhouse.command(new Fragment([makeRepeatable(statement)], []))
  const [row] = await clickhouse.query(ch`select currentDatabase() as database`, databaseRow)
  const database = row?.database ?? 'default'
  return async (statement) => {
    for (const rendered of renderForCluster(statement, { cluster, database })) {
      await clickhouse.longCommand(new Fragment([rendered], []))
    }
  }
}

/** Checksums of files that also built an index, which 0069_late_indexes.sql does now: nobody could read links meanwhile. */
export const earlierChecksums: Readonly<Record<string, string>> = {
  '0027_used_limits.sql': '672aed6c24871e22045d2a2742eef0810143939119213adb05bf3dc28b3f22a3',
  '0051_schedules.sql': '1e5235e9912e98e9ae6557582ff91b517ba23c755cac1d83de0525641e2d8e61',
}

/** Throws if a migration was edited after it had been applied. */
function pending(
  store: 'postgres' | 'clickhouse',
  applied: readonly { name: string; checksum: string }[],
  names: readonly string[] | undefined,
): Migration[] {
  const all = readMigrations(store)
  const unknown = names?.find((name) => !all.some((migration) => migration.name === name))
  if (unknown !== undefined)
    throw new Error(`This version of Waymark has no migration ${store}/${unknown}: use a newer one.`)
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const wanted = names === undefined ? all : all.filter(({ name }) => names.includes(name))
  return wanted.filter(({ name, checksum }) => {
    const known = checksums.get(name)
    if (known !== undefined && known !== checksum && known !== earlierChecksums[name]) {
      throw new Error(`Migration ${store}/${name} was changed after it was applied to this database.`)
    }
    return known === undefined
  })
}

export function readMigrations(store: 'postgres' | 'clickhouse'): Migration[] {
  const folder = join(projectDir, 'schemas', store)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** ClickHouse accepts one statement per request. Ours end with a semicolon at the end of a line. */
export function splitStatements(sql: string): string[] {
  return sql
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
}
