import { chmod, mkdir } from 'node:fs/promises'

/** Creates a folder that only this user can open, and closes one that exists to all others. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  try {
    await chmod(path, 0o700)
  } catch (error) {
    // Only its owner may change it: a mounted volume can belong to another user, who decides who may open it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
