import { createReadStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { ch, uuids } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { rowsOf } from '#runtime/cluster-tables.ts'
import { ifThere } from '#runtime/if-there.ts'
import type { Log } from '#runtime/log.ts'
import { migrateAll, migrateClickhouse, migratePostgres } from '#runtime/migrate.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { clickhouseMigrations } from './back-up-clicks.ts'
import { listOf, ownSchema } from './back-up-postgres.ts'
import { type BackedUpTable, clickFile, keysCopy, type Manifest, readManifest, tableFile } from './manifest.ts'

interface Restore {
  sql: Sql
  redis: Redis
  clickhouse: ClickHouse
  /** Where the encryption keys go; null with ENCRYPTION_KEY, because a file is not used then. */
  keysFile: string | null
  folder: string
  log: Log
  say: (line: string) => void
}

/** Fills empty stores from a backup, and brings them up to date with this version. No process of Waymark may run on them. */
export async function restore(target: Restore): Promise<Manifest> {
  const { sql, clickhouse, folder, log } = target
  const manifest = await readManifest(folder)
  await demandEmpty(target)
  await restoreKeys(target)
  await migratePostgres(sql, log, manifest.migrations.postgres)
  await migrateClickhouse(clickhouse, log, manifest.migrations.clickhouse)
  await demandSameMigrations(target, manifest)
  try {
    await restoreClicks(target, manifest)
    await sql.begin((tx) => restorePostgres(tx, target, manifest))
  } catch (error) {
    // It was empty, and must be for another try. Postgres has rolled back.
    await clickhouse.longCommand(ch`truncate table ${rowsOf(clickhouse, 'clicks')}`)
    throw error
  }
  await migrateAll(sql, clickhouse, log)
  return manifest
}

const counted = z.object({ rows: z.int() })

/** Anything there would be mixed with the backup: old records in Redis would keep redirecting. */
async function demandEmpty({ sql, redis, clickhouse }: Restore): Promise<void> {
  const [tables] = await sql<{ accounts: boolean }[]>`select to_regclass('accounts') is not null as accounts`
  const filled = tables?.accounts === true ? await sql`select from accounts limit 1` : []
  if (filled.length > 0) throw new Error('Postgres is not empty: restore into a new database.')
  const known = await clickhouse.query(
    ch`select count() as rows from system.tables where database = currentDatabase() and name = 'clicks'`,
    counted,
  )
  const clicks = known[0]?.rows === 1 ? await clickhouse.query(ch`select count() as rows from clicks`, counted) : []
  if ((clicks[0]?.rows ?? 0) > 0) throw new Error('ClickHouse is not empty: restore into a new database.')
  const nodes = 'nodes' in redis ? redis.nodes('master') : [redis]
  const sizes = await Promise.all(nodes.map((node) => node.dbsize()))
  if (sizes.some((size) => size > 0)) throw new Error('Redis is not empty: restore with an empty one.')
}

/** The keys of another installation are never overwritten: they may exist nowhere else. */
async function restoreKeys({ keysFile, folder }: Restore): Promise<void> {
  if (keysFile === null) return
  const keys = await ifThere(() => readFile(keysCopy(folder), 'utf8'))
  if (keys === null) return
  const present = await ifThere(() => readFile(keysFile, 'utf8'))
  if (present === keys) return
  if (present !== null) throw new Error(`${keysFile} has other keys: restore with a new DATA_DIR.`)
  await mkdir(dirname(keysFile), { recursive: true, mode: 0o700 })
  await writeFile(keysFile, keys, { mode: 0o600 })
}

/** A newer version has changed these tables already, and would not change the restored rows. */
async function demandSameMigrations({ sql, clickhouse }: Restore, { migrations }: Manifest): Promise<void> {
  const applied = await sql<{ name: string }[]>`select name from migrations`
  const newer = [
    ...applied.filter(({ name }) => !migrations.postgres.includes(name)).map(({ name }) => name),
    ...(await clickhouseMigrations(clickhouse)).filter((name) => !migrations.clickhouse.includes(name)),
  ]
  if (newer.length > 0)
    throw new Error(`The databases were used by a newer version (${newer.join(', ')}): restore into new ones.`)
}

/** Ids in one statement. */
const mostIds = 2_000

async function restoreClicks({ clickhouse, folder, say }: Restore, { clicks, late_batches }: Manifest): Promise<void> {
  for (const { file } of clicks) {
    const unpacked = createGunzip()
    await Promise.all([
      pipeline(createReadStream(clickFile(folder, file)), unpacked),
      clickhouse.writeNative('clicks', unpacked),
    ])
    say(`ClickHouse: ${file}`)
  }
  for (let first = 0; first < late_batches.length; first += mostIds) {
    const isLate = ch`batch_id in ${uuids(late_batches.slice(first, first + mostIds))}`
    await clickhouse.longCommand(
      ch`alter table ${rowsOf(clickhouse, 'clicks')} delete where ${isLate} settings mutations_sync = 2`,
    )
  }
}

async function restorePostgres(tx: Tx, { folder, say }: Restore, manifest: Manifest): Promise<void> {
  const putBack = await dropForeignKeys(tx)
  const names = manifest.tables.map(({ name }) => name)
  await tx`truncate ${listOf(tx, names)} restart identity cascade`
  for (const table of manifest.tables) {
    await restoreTable(tx, folder, table)
    say(`Postgres: ${table.name}`)
  }
  for (const { name, value } of manifest.sequences) await tx`select setval(${name}::regclass, ${value})`
  // The click store has no facts yet, and may have clicks of deleted links whose deletion it had begun.
  await tx`insert into outbox (target, domain_id, code, rev) select 'facts', domain_id, code, rev from links`
  await tx`update deleted_links set purges = 0 where purges in (1, 2)`
  // Their rows were left out, and the cluster may be another one.
  await tx`update click_batches set shard = 0 where stored_at is null`
  await putBack()
}

async function restoreTable(tx: Tx, folder: string, { name, columns, rows }: BackedUpTable): Promise<void> {
  const target = await tx`copy ${tx(name)} (${listOf(tx, columns)}) from stdin`.writable()
  await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), target)
  const [restored] = await tx<{ rows: number }[]>`select count(*) as rows from ${tx(name)}`
  if (restored?.rows !== rows)
    throw new Error(`${name} has ${restored?.rows} rows instead of ${rows}: the backup is damaged`)
}

/** Tables refer to each other in circles, so no order of filling them works. Returns a function that restores the keys. */
async function dropForeignKeys(tx: Tx): Promise<() => Promise<void>> {
  const keys = await tx<{ in_table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as in_table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = ${ownSchema(tx)}`
  for (const { in_table, name } of keys) await tx`alter table ${tx(in_table)} drop constraint ${tx(name)}`
  return async () => {
    for (const { in_table, name, definition } of keys) {
      await tx`alter table ${tx(in_table)} add constraint ${tx(name)} ${tx.unsafe(definition)}`
    }
  }
}
