import { open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from '#runtime/private-folder.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'

/** Where batches lie that nobody can read, one file each, until a person has looked at them. */
export const parkingFolder = (dataDir: string) => join(dataDir, 'dead')

/** Puts the job aside as it came. Returns only when it is on the disk: after that the redirector forgets it. */
export async function parkBatch(folder: string, job: ClickBatchJob): Promise<void> {
  await makePrivateFolder(folder)
  const target = join(folder, job.batch_id)
  const file = await open(`${target}.part`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(job))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${target}.part`, target)
}

export async function countParked(folder: string): Promise<number> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => !name.endsWith('.part')).length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
