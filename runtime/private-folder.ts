import { chmod, mkdir } from 'node:fs/promises'

/** Creates a folder that only this user can open, or restricts an existing one. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  try {
    await chmod(path, 0o700)
  } catch (error) {
    // A mounted volume can belong to another user, who controls its permissions.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** From now on, only this user can open what this process and its children create. Called first in every program. */
export function createPrivately(): void {
  process.umask(0o077)
}
