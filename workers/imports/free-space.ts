import { statfs } from 'node:fs/promises'
import { FileError } from '#core/imports/file-error.ts'

/** The disk is almost full: a sentence for the owner of an import. */
export class DiskFull extends FileError {
  override name = 'DiskFull'

  constructor() {
    super('The server has too little disk space for this database. Its operator can free some; then import it again.')
  }
}

/** Throws DiskFull if these bytes would leave less than the reserve in the folder. */
export async function keepReserve(folder: string, bytes: number, reserveBytes: number): Promise<void> {
  if (!leavesReserve(await statfs(folder), bytes, reserveBytes)) throw new DiskFull()
}

/** `bavail`: free blocks for programs without special rights. */
export const leavesReserve = (
  { bavail, bsize }: { bavail: number; bsize: number },
  bytes: number,
  reserveBytes: number,
): boolean => bavail * bsize - bytes >= reserveBytes
