import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Readers see the old file or the whole new one, and only our own user sees either. */
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
