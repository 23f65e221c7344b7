import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { withoutEscape } from '#core/csv-escape.ts'
import type { RawLink } from '#core/imports/raw-link.ts'
import { csvOptions, describeCsvError, rowEnds } from '#core/imports/table-head.ts'
import type { ImportLayout } from '#model/imports/import-row.ts'
import { SourceError } from '#model/imports/stage-links.ts'
import type { ImportField } from '#schemas/imports.ts'

/** Links of one file. Larger ones are split by their owner. */
const mostLinks = 2_000_000
const headerRows = 1

/** The links of a file, row by row, in bounded memory. Throws SourceError if the file is broken. */
export async function* readCsv(pieces: AsyncIterable<Buffer>, layout: ImportLayout): AsyncGenerator<RawLink> {
  const fields = Object.entries(layout.fields) as [ImportField, number][]
  const texts = decodeText(pieces, layout.encoding)
  const first = await texts.next()
  const start = first.done === true ? '' : first.value
  const parser = parse({
    ...csvOptions,
    record_delimiter: rowEnds(start),
    delimiter: layout.delimiter,
    from: headerRows + 1,
  })
  // The parser passes errors on to the loop.
  pipeline(Readable.from(continued(start, texts)), parser, () => undefined)
  let position = headerRows
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      position += 1
      if (position > mostLinks + headerRows)
        throw new SourceError(
          `The file has more than ${mostLinks.toLocaleString('en-US')} links. Split it into several files.`,
        )
      yield readRow(row, layout, fields, position)
    }
  } catch (error) {
    throw isCsvError(error) ? new SourceError(describeCsvError(error)) : error
  }
}

async function* continued(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start
  yield* rest
}

const isCsvError = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (code.startsWith('CSV_') || code === 'INVALID_OPENING_QUOTE')
}

/** The text of a file, piece by piece. */
export async function* decodeText(pieces: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

function readRow(
  row: readonly string[],
  { header }: ImportLayout,
  fields: readonly [ImportField, number][],
  position: number,
): RawLink {
  // A text with a delimiter that is not in quotation marks moves all that follows.
  if (row.slice(header.length).some((text) => text !== '')) return { position, tooManyColumns: row.length }
  const link: RawLink = { position }
  for (const [field, index] of fields) link[field] = withoutEscape(row[index] ?? '')
  return link
}
