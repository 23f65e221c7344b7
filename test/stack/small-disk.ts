import { execFileSync } from 'node:child_process'
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFull } from '#runtime/full-disk.ts'

export const mayMount = process.getuid?.() === 0 && process.platform === 'linux'
if (!mayMount) console.warn('SKIPPED: tests of full disks mount a tmpfs, which needs root on Linux')

export interface SmallDisk {
  /** Takes all free space, to the last page. */
  fill(): void
  resize(size: string): void
  unmount(): void
  /** The file that takes the space. Delete it to free the space. */
  filler: string
}

/** Mounts a disk of this size, such as 256k, at the folder. */
export function mountSmallDisk(folder: string, size: string): SmallDisk {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    fill: () => fill(folder, filler),
    resize: (to) => void execFileSync('mount', ['-o', `remount,size=${to}`, folder]),
    unmount: () => void execFileSync('umount', [folder]),
    filler,
  }
}

function fill(folder: string, filler: string): void {
  const { bavail, bsize } = statfsSync(folder)
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
  } catch (error) {
    // Something else was written in between: the disk is full anyway.
    if (!isFull(error)) throw error
  }
}
