import { openSqlDump } from '#core/imports/dumps/open-dump.ts'
import { readDumpedLinks, readDumpedVisits, surveyDump } from '#core/imports/dumps/read-dump.ts'
import { dumpSources, type FileFormat } from '#core/imports/file-format.ts'
import { unpackFile } from '#core/imports/unpack-file.ts'
import { readFile } from '#model/imports/import-parts.ts'
import type { ImportLayout, ImportRow } from '#model/imports/import-row.ts'
import { holdTurn } from '#model/imports/import-turn.ts'
import type { ImportStores } from '#model/imports/record-links.ts'
import { Analysis, SourceError } from '#model/imports/stage-links.ts'
import type { Places } from '#runtime/places.ts'
import { decodeText } from './read-csv.ts'
import { VisitStage } from './stage-visits.ts'

const mostLinks = 2_000_000
/** A dump is read for longer than the lease of a turn before the first links are kept. */
const holdEveryMs = 15_000

type DumpLayout = ImportLayout & { format: Exclude<FileFormat, 'csv'> }

export const isDump = (layout: ImportLayout): layout is DumpLayout => (layout.format ?? 'csv') !== 'csv'

/**
 * Reads a dump three times: first to find its tables, then its links, then their visits, because a dump can have them in any
 * order. Throws FileError if it is broken. False if the worker stops.
 */
export async function analyzeDump(
  stores: ImportStores & { places?: Places },
  run: ImportRow & { layout: ImportLayout | null },
  stopping: AbortSignal,
): Promise<boolean> {
  const { sql, places } = stores
  const source = dumpSources[run.source]
  if (source === undefined || run.layout === null || !isDump(run.layout)) throw new Error('the import has no dump')
  const { encoding, format } = run.layout
  const texts = () => decodeText(unpackFile(readWatched(stores, run, stopping)), encoding)
  const dump = { source, importSource: run.source, open: openSqlDump(texts, format) }
  const survey = await surveyDump(dump)
  const analysis = await Analysis.start(sql, run)
  await analysis.useColumns({ ...run.layout, header: [...survey.links.columns], ...survey })
  for await (const link of readDumpedLinks(dump, survey)) {
    if (link.position > mostLinks)
      throw new SourceError(`The dump has more than ${mostLinks.toLocaleString('en-US')} links. Export them in parts.`)
    await analysis.add(link)
  }
  await analysis.endLinks()
  if (survey.hasVisits && run.with_visits) {
    const stage = new VisitStage({ sql, run, analysis, places })
    for await (const visit of readDumpedVisits(dump, survey)) await stage.add(visit)
    await stage.end()
  }
  await analysis.end()
  return true
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
