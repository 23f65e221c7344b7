import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const memoryFolder = '/dev/shm'
/** Two suites at a time used 2.4 GB, most of it for packages that a test installs. */
const leastFreeBytes = 6 * 1024 ** 3

/**
 * Puts the temporary files of the tests in memory if there is room. Stores create and delete thousands of files, and ext4
 * looks long for the place of a new file if others were deleted a moment ago: a seventh of the CPU time. To a killed
 * process, this makes no difference: the system keeps what it wrote.
 */
export function keepFilesInMemory(): void {
  if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = memoryFolder
}

function hasRoom(): boolean {
  if (!existsSync('/proc/mounts') || !existsSync(memoryFolder)) return false
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, folder]) => folder === memoryFolder)
  const [, , type, options = ''] = mount ?? []
  // Containers often forbid programs in this folder. Postgres runs from a copy in the data folder if we are root.
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return Math.min(bavail * bsize, freemem()) >= leastFreeBytes
}
