import { openSqlDump, openXmlDump } from '#core/imports/dumps/open-dump.ts'
import { type OpenDump, readDumpedLinks, readDumpedVisits, surveyDump } from '#core/imports/dumps/read-dump.ts'
import { dumpSources, type FileFormat } from '#core/imports/file-format.ts'
import type { RawLink } from '#core/imports/raw-link.ts'
import { unpackFile } from '#core/imports/unpack-file.ts'
import { readFile } from '#model/imports/import-parts.ts'
import type { ImportLayout, ImportRow } from '#model/imports/import-row.ts'
import { holdTurn } from '#model/imports/import-turn.ts'
import type { ImportStores } from '#model/imports/record-links.ts'
import { Analysis, SourceError } from '#model/imports/stage-links.ts'
import type { Places } from '#runtime/places.ts'
import { decodeText } from './read-csv.ts'
import { SqliteFile, type SqliteLimits } from './sqlite-file.ts'
import { VisitStage } from './stage-visits.ts'

const mostLinks = 2_000_000
/** A dump is read for longer than the lease of a turn before the first links are kept. */
const holdEveryMs = 15_000

export interface DumpStores extends ImportStores {
  places?: Places
  sqlite?: Partial<SqliteLimits>
}

type DumpLayout = ImportLayout & { format: Exclude<FileFormat, 'csv'> }

export const isDump = (layout: ImportLayout): layout is DumpLayout => (layout.format ?? 'csv') !== 'csv'

/**
 * Reads a dump three times: first to find its tables, then its links, then their visits, because a dump can have them in any
 * order. Throws FileError if it is broken, and an error if the worker stops.
 */
export async function analyzeDump(stores: DumpStores, run: ImportRow, stopping: AbortSignal): Promise<void> {
  const source = dumpSources[run.source]
  const { layout } = run
  if (source === undefined || layout === null || !isDump(layout)) throw new Error('the import has no dump')
  const { open, close } = await openDump(stores, layout, { file: () => readWatched(stores, run, stopping), stopping })
  try {
    const dump = { source, importSource: run.source, open }
    const survey = await surveyDump(dump)
    const readsVisits = survey.hasVisits && run.with_visits
    const analysis = await Analysis.start(stores.sql, run, { keepsNames: readsVisits })
    await analysis.useColumns({ ...layout, header: [...survey.links.columns], ...survey })
    await addLinks(analysis, readDumpedLinks(dump, survey), stopping)
    if (readsVisits) {
      const stage = new VisitStage({ sql: stores.sql, run, analysis, places: stores.places })
      for await (const visit of readDumpedVisits(dump, survey)) await stage.add(visit)
      await stage.end()
    }
    await analysis.end()
  } finally {
    await close()
  }
}

async function openDump(
  { config, sqlite }: DumpStores,
  { format, encoding }: DumpLayout,
  { file, stopping }: { file: () => AsyncIterable<Buffer>; stopping: AbortSignal },
): Promise<{ open: OpenDump; close: () => Promise<void> }> {
  if (format === 'sqlite') {
    const database = await SqliteFile.open(config.DATA_DIR, unpackFile(file()), { ...sqlite, stopping })
    return { open: database.read, close: () => database.close() }
  }
  const texts = () => decodeText(unpackFile(file()), encoding)
  return { open: format === 'xml' ? openXmlDump(texts) : openSqlDump(texts, format), close: async () => undefined }
}

async function addLinks(analysis: Analysis, links: AsyncIterable<RawLink>, stopping: AbortSignal): Promise<void> {
  for await (const link of links) {
    stopping.throwIfAborted()
    if (link.position > mostLinks)
      throw new SourceError(`The dump has more than ${mostLinks.toLocaleString('en-US')} links. Export them in parts.`)
    await analysis.add(link)
  }
  await analysis.endLinks()
}

/** The file, while the worker keeps its turn. Throws when the worker stops. */
async function* readWatched({ sql }: ImportStores, run: ImportRow, stopping: AbortSignal): AsyncGenerator<Buffer> {
  let next = Date.now() + holdEveryMs
  for await (const piece of readFile(sql, run.id)) {
    stopping.throwIfAborted()
    if (Date.now() > next) {
      await sql.begin((tx) => holdTurn(tx, run))
      next = Date.now() + holdEveryMs
    }
    yield piece
  }
}
