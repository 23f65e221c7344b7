import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs'
import { unlessFull } from '#runtime/full-disk.ts'
import { ifThereSync } from '#runtime/if-there.ts'

/** A log and its previous version (.1) together take little more than twice this. */
const largestLog = 20_000_000
const tailBytes = 4096
const tailLines = 15

/**
 * Rotates a large log. It is copied and truncated, because a running child has it open for appending. On a full disk it is
 * truncated without a copy: clicks need the space more than old lines.
 */
export function keepLogSmall(path: string, largest = largestLog): void {
  ifThereSync(() => {
    if (statSync(path).size <= largest) return
    unlessFull(() => copyFileSync(path, `${path}.1`))
    // Some file systems need space to free space.
    unlessFull(() => truncateSync(path))
  })
}

/** The last lines of a log, for error messages. */
export function logTail(path: string): string {
  const fd = ifThereSync(() => openSync(path, 'r'))
  if (fd === null) return ''
  try {
    const { size } = fstatSync(fd)
    const chunk = Buffer.alloc(Math.min(size, tailBytes))
    readSync(fd, chunk, 0, chunk.length, size - chunk.length)
    const lines = chunk.toString('utf8').trimEnd().split('\n')
    // Drops the first line, which may be incomplete.
    if (size > tailBytes) lines.shift()
    return lines.slice(-tailLines).join('\n')
  } finally {
    closeSync(fd)
  }
}
