import { statfsSync } from 'node:fs'
import { plain } from './environment.ts'
import { run } from './run.ts'

/** With less free space, the disk counts as full. PostgreSQL adds files of 16 MiB. */
const leastBytes = 64 * 1024 ** 2
const tryMs = 30_000

/** Adds a file as large as PostgreSQL does. Reports nothing if the folder is missing or read-only. */
const tryToWrite = `[ -w "$0" ] || exit 0
dd if=/dev/zero of="$0/room-test" bs=1048576 count=16 2>/dev/null || echo full
rm -f "$0/room-test"`

/**
 * Whether the user can add files to the folder. Free space is not enough: the user may have a quota, or the disk no room for
 * more files.
 */
export async function hasRoom(folder: string, user: { uid: number; gid: number } | undefined): Promise<boolean> {
  const bytes = freeBytes(folder)
  if (bytes !== undefined && bytes < leastBytes) return false
  const { output } = await run('/bin/sh', ['-c', tryToWrite, folder], { env: plain(), user, timeoutMs: tryMs })
  return output !== 'full'
}

/** undefined if the folder cannot be read. The process that needs it then reports why. */
function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
