import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from './private-folder.ts'

/** A file without a name: it is gone when it is closed, or with the process. */
export async function openNameless(folder: string): Promise<FileHandle> {
  await makePrivateFolder(folder)
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
