import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plain } from '../environment.ts'
import { inside } from '../folders.ts'
import { errorCode, LaunchError } from '../launch-error.ts'
import { run } from '../run.ts'
import type { Account } from './account.ts'

/** Location of Postgres data if other users cannot enter root's data folder. Not in /tmp: it must survive a reboot. */
const publicHome = '/var/lib/waymark'
const lookMs = 10_000

/**
 * The folder that contains pg18/: DATA_DIR, unless the user of Postgres may not enter it (such as a 0700 home of root).
 * Then it is a folder under /var/lib/waymark, and DATA_DIR/pg18 is a symlink to it.
 */
export async function postgresHome(dataDir: string, account: Account | undefined): Promise<string> {
  const inData = inside(dataDir).postgres
  if (isLink(inData)) return dirname(readlinkSync(inData))
  if (account === undefined || (await mayEnter(dataDir, account))) return dataDir
  if (existsSync(inData)) {
    throw new LaunchError(
      `The PostgreSQL user (UID ${account.uid}) may not enter ${dataDir}, which contains its data. Run chmod a+x on this folder and its parent folders.`,
    )
  }
  const home = join(publicHome, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  try {
    mkdirSync(home, { recursive: true })
    for (const folder of [publicHome, home]) chmodSync(folder, 0o711)
  } catch (error) {
    throw new LaunchError(
      `The PostgreSQL user may not enter ${dataDir}, and ${home} cannot be created (${errorCode(error)}). Set DATA_DIR to a folder that all users may enter.`,
      { cause: error },
    )
  }
  symlinkSync(join(home, 'pg18'), inData)
  return home
}

/** The folder for a copy of the programs: next to the data. All data folders below publicHome share one copy. */
export function copyHome(home: string): string {
  return dirname(home) === publicHome ? publicHome : home
}

/** Tested with a real process, so that access lists and mounts are taken into account. */
async function mayEnter(folder: string, user: Account): Promise<boolean> {
  const { ok } = await run('/bin/sh', ['-c', 'cd "$0"', folder], { env: plain(), user, timeoutMs: lookMs })
  return ok
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}
