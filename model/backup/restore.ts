import { createReadStream } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { ch, uuids } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { ifThere } from '#runtime/if-there.ts'
import type { Log } from '#runtime/log.ts'
import { migrateAll, migrateClickhouse, migratePostgres } from '#runtime/migrate.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { keysFile } from '#runtime/secret-keys.ts'
import { listOf } from './back-up-postgres.ts'
import { type BackedUpTable, clickFile, keysCopy, type Manifest, readManifest, tableFile } from './manifest.ts'

interface Restore {
  sql: Sql
  redis: Redis
  clickhouse: ClickHouse
  dataDir: string
  folder: string
  log: Log
  say: (line: string) => void
}

/** Fills empty stores from a backup, and brings them up to date with this version. No process of Waymark may run on them. */
export async function restore(target: Restore): Promise<Manifest> {
  const { sql, clickhouse, dataDir, folder, log } = target
  const manifest = await readManifest(folder)
  await demandEmpty(target)
  await migratePostgres(sql, log, manifest.migrations.postgres)
  await migrateClickhouse(clickhouse, log, manifest.migrations.clickhouse)
  await restoreClicks(target, manifest)
  // Last, and in one transaction: if anything fails before, Postgres is empty, and the restore can be repeated.
  await sql.begin((tx) => restorePostgres(tx, target, manifest))
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await ifThere(() => copyFile(keysCopy(folder), keysFile(dataDir)))
  await migrateAll(sql, clickhouse, log)
  return manifest
}

const counted = z.object({ rows: z.int() })

/** Anything there would be mixed with the backup: old records in Redis would keep redirecting. */
async function demandEmpty({ sql, redis, clickhouse }: Restore): Promise<void> {
  const [tables] = await sql<{ accounts: boolean }[]>`select to_regclass('public.accounts') is not null as accounts`
  const filled = tables?.accounts === true ? await sql`select from accounts limit 1` : []
  if (filled.length > 0) throw new Error('Postgres is not empty: restore into a new database.')
  const known = await clickhouse.query(
    ch`select count() as rows from system.tables where database = currentDatabase() and name = 'clicks'`,
    counted,
  )
  if (known[0]?.rows === 1) {
    const [clicks] = await clickhouse.query(ch`select count() as rows from clicks`, counted)
    if (clicks !== undefined && clicks.rows > 0)
      throw new Error('ClickHouse is not empty: restore into a new database.')
  }
  if ((await redis.dbsize()) > 0) throw new Error('Redis is not empty: restore with an empty one.')
}

async function restoreClicks(target: Restore, manifest: Manifest): Promise<void> {
  try {
    await loadClicks(target, manifest)
  } catch (error) {
    // They were empty, and the next try needs them to be.
    for (const statement of [ch`truncate table clicks`, ch`truncate table link_facts`])
      await target.clickhouse.command(statement)
    throw error
  }
}

async function loadClicks({ clickhouse, folder, say }: Restore, { clicks, late_batches }: Manifest): Promise<void> {
  for (const { table, file } of clicks) {
    const unpacked = createGunzip()
    await Promise.all([
      pipeline(createReadStream(clickFile(folder, file)), unpacked),
      clickhouse.writeNative(table, unpacked),
    ])
    say(`ClickHouse: ${file}`)
  }
  if (late_batches.length === 0) return
  const where = ch`batch_id in ${uuids(late_batches)}`
  await clickhouse.command(ch`alter table clicks delete where ${where} settings mutations_sync = 1`)
}

async function restorePostgres(tx: Tx, { folder, say }: Restore, manifest: Manifest): Promise<void> {
  const putBack = await dropForeignKeys(tx)
  const names = manifest.tables.map(({ name }) => name)
  await tx`truncate ${listOf(tx, names)} restart identity cascade`
  for (const table of manifest.tables) {
    await restoreTable(tx, folder, table)
    say(`Postgres: ${table.name}`)
  }
  for (const { name, value } of manifest.sequences) await tx`select setval(${`public.${name}`}::regclass, ${value})`
  await putBack()
}

async function restoreTable(tx: Tx, folder: string, { name, columns, rows }: BackedUpTable): Promise<void> {
  const target = await tx`copy ${tx(name)} (${listOf(tx, columns)}) from stdin`.writable()
  await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), target)
  const [restored] = await tx<{ rows: number }[]>`select count(*) as rows from ${tx(name)}`
  if (restored?.rows !== rows)
    throw new Error(`${name} has ${restored?.rows} rows instead of ${rows}: the backup is damaged`)
}

/** Tables refer to each other in circles, so that no order of filling them would do. Returns what puts the keys back. */
async function dropForeignKeys(tx: Tx): Promise<() => Promise<void>> {
  const keys = await tx<{ in_table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as in_table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`
  for (const { in_table, name } of keys) await tx`alter table ${tx(in_table)} drop constraint ${tx(name)}`
  return async () => {
    for (const { in_table, name, definition } of keys) {
      await tx`alter table ${tx(in_table)} add constraint ${tx(name)} ${tx.unsafe(definition)}`
    }
  }
}
