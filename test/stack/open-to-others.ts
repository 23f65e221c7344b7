import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Reading and writing. Root lets the user of Postgres enter DATA_DIR, so entering it is no secret. */
const othersBits = 0o066
/** Copies of programs, which the user of Postgres runs. */
const programs = /^(?:cache|postgres-[^/]+)(?:\/|$)/

/** What other users of the machine may read or change in a data folder. Sockets are reachable only through folders. */
export async function openToOthers(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true })
  const open: string[] = []
  for (const name of ['.', ...names]) {
    if (programs.test(name)) continue
    // Stores remove files while they are listed.
    const stats = await lstat(join(dataDir, name)).catch(() => undefined)
    if (stats === undefined || stats.isSymbolicLink() || stats.isSocket()) continue
    if ((stats.mode & othersBits) !== 0) open.push(name)
  }
  return open
}
