import { readdir, readFile, rmdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { adoptParked, countParked } from '#model/clicks/batches/parked-batches.ts'
import { ifThere } from '#runtime/if-there.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import { parseJson } from '#schemas/parse-json.ts'
import { queues } from '#schemas/queues.ts'
import type { ClickMetrics } from './click-metrics.ts'

/** Where earlier versions parked unreadable batches, one file each. */
const earlierFolder = (dataDir: string) => join(dataDir, 'dead')
const unfinishedEnding = '.part'

interface Parts {
  sql: Sql
  metrics: Pick<ClickMetrics, 'parked'>
  log: Log
}

/** Counts the parked batches for the metrics, and brings those of earlier versions to Postgres. */
export async function keepParked({ sql, metrics, log }: Parts, dataDir: string): Promise<void> {
  const folder = earlierFolder(dataDir)
  const names = (await ifThere(() => readdir(folder))) ?? []
  for (const name of names) if (!name.endsWith(unfinishedEnding)) await adoptFile(sql, join(folder, name), log)
  if (names.length > 0) await removeEmpty(folder)
  metrics.parked.set(await countParked(sql))
}

/** Another worker on the same disk may be faster. */
async function adoptFile(sql: Sql, path: string, log: Log): Promise<void> {
  const stored = await ifThere(async () => ({ text: await readFile(path, 'utf8'), at: (await stat(path)).mtime }))
  if (stored === null) return
  const job = queues.clicks.payload.safeParse(parseJson(stored.text))
  if (!job.success) {
    log.debug({ file: path }, 'not a parked batch')
    return
  }
  await adoptParked(sql, job.data, stored.at)
  await ifThere(() => unlink(path))
  log.info({ batch: job.data.batch_id }, 'moved a parked batch to Postgres')
}

async function removeEmpty(folder: string): Promise<void> {
  try {
    await ifThere(() => rmdir(folder))
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
