import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Writes a file atomically. Only the current user can read it. */
export function writePrivateFile(path: string, text: string): void {
  const fresh = `${path}.${process.pid}.new`
  const fd = openSync(fresh, 'w', 0o600)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(fresh, path)
}
