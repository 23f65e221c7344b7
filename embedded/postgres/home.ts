import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plain } from '../environment.ts'
import { inside } from '../folders.ts'
import { errorCode, LaunchError } from '../launch-error.ts'
import { run } from '../run.ts'
import type { Account } from './account.ts'

/** Where Postgres data goes when root's data folder lies where no other user may enter. Not in /tmp: it must outlive a reboot. */
const publicHome = '/var/lib/waymark'
const lookMs = 10_000

/**
 * The folder that holds pg18/: DATA_DIR, unless Postgres runs under an account that may not enter it (a 0700 home of root). Then it
 * is one of its own under /var/lib/waymark, and DATA_DIR/pg18 becomes a link to it.
 */
export async function postgresHome(dataDir: string, account: Account | undefined): Promise<string> {
  const inData = inside(dataDir).postgres
  if (isLink(inData)) return dirname(readlinkSync(inData))
  if (account === undefined || (await mayEnter(dataDir, account))) return dataDir
  if (existsSync(inData)) {
    throw new LaunchError(
      `The user of PostgreSQL (uid ${account.uid}) may not enter ${dataDir}, though its data is there: open the folders above it with chmod a+x.`,
    )
  }
  const home = join(publicHome, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  try {
    mkdirSync(home, { recursive: true })
    for (const folder of [publicHome, home]) chmodSync(folder, 0o711)
  } catch (error) {
    throw new LaunchError(
      `The user of PostgreSQL may not enter ${dataDir}, and ${home} cannot be made (${errorCode(error)}): set DATA_DIR to a folder that all users may enter.`,
      { cause: error },
    )
  }
  symlinkSync(join(home, 'pg18'), inData)
  return home
}

/** Where a copy of the programs goes: with the data, except that all data folders below publicHome share one. */
export function copyHome(home: string): string {
  return dirname(home) === publicHome ? publicHome : home
}

/** Asked of the system itself, so that access lists and mounts count too. */
async function mayEnter(folder: string, user: Account): Promise<boolean> {
  const { ok } = await run('/bin/sh', ['-c', 'cd "$0"', folder], { env: plain(), user, timeoutMs: lookMs })
  return ok
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}
