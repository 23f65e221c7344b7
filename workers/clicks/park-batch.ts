import { open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ifThere } from '#runtime/if-there.ts'
import { makePrivateFolder } from '#runtime/private-folder.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'

/** The folder for unreadable batches, one file each, kept for inspection. */
export const parkingFolder = (dataDir: string) => join(dataDir, 'dead')

/** Stores the job unchanged. Resolves once it is on disk, because the redirector then deletes its copy. */
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
  const names = (await ifThere(() => readdir(folder))) ?? []
  return names.filter((name) => !name.endsWith('.part')).length
}
