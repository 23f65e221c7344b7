import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { ifThere } from '#runtime/if-there.ts'
import type { Sql } from '#runtime/postgres.ts'
import { readVersion } from '#runtime/version.ts'
import { takeTask } from '../installation/upkeep-tasks.ts'
import { backUpClicks, clickhouseMigrations, type FileLimits } from './back-up-clicks.ts'
import { backUpPostgres } from './back-up-postgres.ts'
import { findLateBatches } from './late-batches.ts'
import { keysCopy, type Manifest, manifestFile } from './manifest.ts'

interface Backup {
  sql: Sql
  clickhouse: ClickHouse
  /** The file with the encryption keys; null with ENCRYPTION_KEY, because a file is not used then. */
  keysFile: string | null
  folder: string
  say: (line: string) => void
  limits?: Partial<FileLimits>
}

const askAgainMs = 500

/**
 * Writes everything that Postgres and ClickHouse have at one moment, while the installation runs. Clicks that are stored
 * during the backup are listed in the manifest and left out by a restore, so that each link has as many clicks as it counts.
 */
export async function backUp(backup: Backup): Promise<Manifest> {
  const { folder, keysFile, say } = backup
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const part of ['postgres', 'clickhouse']) await mkdir(join(folder, part), { mode: 0o700 })
  let hasKeys = false
  const manifest = await withoutPurge(backup.sql, async () => {
    hasKeys = await copyKeys(keysFile, folder)
    return await read(backup)
  })
  hasKeys = (await copyKeys(keysFile, folder)) || hasKeys
  if (!hasKeys) say(withoutKeys(keysFile))
  await writeFile(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

const withoutKeys = (keysFile: string | null): string =>
  keysFile === null
    ? 'The backup has no encryption keys. Keep a copy of ENCRYPTION_KEY, or of the file that ENCRYPTION_KEY_FILE names: stored secrets cannot be read without it.'
    : `${keysFile} does not exist. The backup has no encryption keys: keep ENCRYPTION_KEY, or that file of another machine.`

/**
 * Adds the keys of this moment to the copy. Called before and after the rest is read: a key is in the file before anything is
 * encrypted with it, and a rotation may remove it meanwhile. Returns false without a file.
 */
async function copyKeys(keysFile: string | null, folder: string): Promise<boolean> {
  const present = keysFile === null ? null : await ifThere(() => readFile(keysFile, 'utf8'))
  if (present === null) return false
  const earlier = (await ifThere(() => readFile(keysCopy(folder), 'utf8'))) ?? ''
  const lines = new Set(`${present}\n${earlier}`.split('\n').filter((line) => line !== ''))
  await writeFile(keysCopy(folder), [...lines, ''].join('\n'), { mode: 0o600 })
  return true
}

async function read({ sql, clickhouse, folder, say, limits }: Backup): Promise<Manifest> {
  const { ledger, migrations, tables, sequences } = await backUpPostgres(sql, folder, say)
  const clicks = await backUpClicks(clickhouse, { folder, say, limits })
  return {
    format: 1,
    created_at: ledger.at.toISOString(),
    waymark: readVersion(),
    migrations: { postgres: migrations, clickhouse: await clickhouseMigrations(clickhouse) },
    tables,
    sequences,
    clicks,
    late_batches: await findLateBatches(sql, ledger),
  }
}

/** A purge would delete clicks of a link that was deleted after the moment of the backup. */
async function withoutPurge(sql: Sql, run: () => Promise<Manifest>): Promise<Manifest> {
  return await sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`
    while (!(await takeTask(tx, 'purge'))) await sleep(askAgainMs)
    return await run()
  })
}
