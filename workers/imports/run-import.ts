import { FileError } from '#core/imports/file-error.ts'
import { unpackFile } from '#core/imports/unpack-file.ts'
import type { ArchiveStores } from '#model/imports/archive/archive-run.ts'
import { importPart } from '#model/imports/import-links.ts'
import { readFile, readLinkPart } from '#model/imports/import-parts.ts'
import type { ImportRow } from '#model/imports/import-row.ts'
import {
  crashTrouble,
  failImport,
  finishImport,
  postponeImport,
  releaseImport,
  TurnEnded,
  takeImport,
} from '#model/imports/import-turn.ts'
import type { ImportStores } from '#model/imports/record-links.ts'
import { Analysis, SourceError } from '#model/imports/stage-links.ts'
import { analyzeDump, type DumpStores, isDump } from './analyze-dump.ts'
import { DiskFull } from './free-space.ts'
import { readApi } from './read-api.ts'
import { readCsv } from './read-csv.ts'
import { readVisits } from './read-visits.ts'
import { analyzeArchive, importArchive } from './run-archive.ts'
import { ServiceAway } from './service-client.ts'
import { storeVisits } from './store-visits.ts'

type ImportWork = ArchiveStores & DumpStores

/** Runs an import until it has finished, waits for its owner, or the worker stops. Another turn continues it. */
export async function runImport(stores: ImportWork, importId: string, stopping: AbortSignal): Promise<void> {
  const { sql, log } = stores
  const run = await takeImport(sql, importId)
  if (run === undefined) return
  if (run.crashes > 0)
    log.warn({ import: importId, crashes: run.crashes }, 'an import continues whose worker was killed, crashed or hung')
  const trouble = crashTrouble(run)
  if (trouble !== undefined) return await failImport(sql, run, trouble)
  try {
    const isFinished =
      (run.phase === 'import' || (await analyze(stores, run, stopping))) && (await importAll(stores, run, stopping))
    if (!isFinished) await releaseImport(sql, run)
  } catch (error) {
    if (error instanceof TurnEnded) return
    if (stopping.aborted) return await releaseImport(sql, run)
    if (error instanceof DiskFull)
      log.warn({ import: importId }, 'a database was not imported: the disk is almost full')
    if (error instanceof SourceError || error instanceof FileError) return await failImport(sql, run, error.message)
    if (error instanceof ServiceAway) return await postponeImport(sql, run, error)
    log.warn({ err: error, import: importId }, 'an import was interrupted; it continues later')
    await postponeImport(sql, run)
  }
}

/** False if the worker stops, or if it was a dry run. */
async function analyze(stores: ImportWork, run: ImportRow, stopping: AbortSignal): Promise<boolean> {
  const { sql } = stores
  if (run.source === 'waymark') return (await analyzeArchive(stores, run, stopping)) && !run.dry_run
  if (run.layout === null) return (await readApi(stores, run, stopping)) && !run.dry_run
  if (isDump(run.layout)) {
    await analyzeDump(stores, run, stopping)
    return !run.dry_run
  }
  const analysis = await Analysis.start(sql, run)
  for await (const link of readCsv(unpackFile(readFile(sql, run.id)), run.layout)) {
    if (stopping.aborted) return false
    await analysis.add(link)
  }
  await analysis.end()
  return !run.dry_run
}

/** False if the worker stops. */
async function importAll(stores: ArchiveStores, run: ImportRow, stopping: AbortSignal): Promise<boolean> {
  const isDone = await (run.source === 'waymark' ? importArchive : importAllLinks)(stores, run, stopping)
  if (isDone) await stores.sql.begin((tx) => finishImport(tx, run))
  return isDone
}

async function importAllLinks(stores: ImportStores, run: ImportRow, stopping: AbortSignal): Promise<boolean> {
  for (;;) {
    if (stopping.aborted) return false
    const next = await readLinkPart(stores.sql, run.id)
    if (next === undefined)
      return (await storeVisits(stores, run, stopping)) && (await readVisits(stores, run, stopping))
    await importPart({ stores, run }, next.part, next.links)
  }
}
