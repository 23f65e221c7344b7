import { ArchiveError } from '#core/archive/archive-error.ts'
import { readArchive } from '#core/archive/read-archive.ts'
import { reopenAccount } from '#model/clicks/rollups/reopen-days.ts'
import { readArchivePart } from '#model/imports/archive/archive-parts.ts'
import type { ArchiveStores } from '#model/imports/archive/archive-run.ts'
import { importArchivePart } from '#model/imports/archive/import-archive.ts'
import { ArchiveAnalysis } from '#model/imports/archive/stage-archive.ts'
import { readFile } from '#model/imports/import-parts.ts'
import type { ImportRow } from '#model/imports/import-row.ts'
import { SourceError } from '#model/imports/stage-links.ts'

/** Checks the whole archive before anything is created. False if the worker stops. */
export async function analyzeArchive(stores: ArchiveStores, run: ImportRow, stopping: AbortSignal): Promise<boolean> {
  const analysis = await ArchiveAnalysis.start(stores, run)
  try {
    for await (const part of readArchive(readFile(stores.sql, run.id))) {
      if (stopping.aborted) return false
      await analysis.add(part)
    }
  } catch (error) {
    throw error instanceof ArchiveError ? new SourceError(error.message) : error
  }
  await analysis.end()
  return true
}

/** False if the worker stops. */
export async function importArchive(stores: ArchiveStores, run: ImportRow, stopping: AbortSignal): Promise<boolean> {
  for (;;) {
    if (stopping.aborted) return false
    const part = await readArchivePart(stores.sql, run.id)
    if (part === undefined) break
    await importArchivePart({ stores, run }, part)
  }
  // Days that had few clicks have more now.
  await reopenAccount(stores.sql, run.account_id)
  return true
}
