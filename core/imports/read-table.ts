import type { ImportField, ImportSource } from '#schemas/imports.ts'
import { invalidField } from '../api-error.ts'
import { matchColumns } from './csv-columns.ts'
import { findEncoding, longestRow, readLayout, type TableLayout } from './table-head.ts'

/** Columns that a message lists. */
const mostListed = 20

interface Asked {
  source: ImportSource
  /** Columns by field, as the user chose them. */
  mapping: { readonly [Field in ImportField]?: string | undefined }
}

/** How a file is read. `fields` are the indexes of its columns. */
export type Table = TableLayout & { fields: { [Field in ImportField]?: number }; unused: string[] }

/** Reads all of a file once. Throws ApiError if it is not a table of links. */
export async function readTable(content: AsyncIterable<Buffer>, { source, mapping }: Asked): Promise<Table> {
  const { start, isUtf8 } = await readThrough(content)
  const layout = readLayout(start, findEncoding(start, isUtf8))
  const { fields, missing, unused } = matchColumns(source, layout.header, mapping)
  const columns = layout.header.slice(0, mostListed).join(', ')
  if (missing[0] !== undefined)
    throw invalidField('mapping', `The file has no column “${missing[0]}”. Its columns are: ${columns}.`)
  if (!fields.has('url'))
    throw invalidField(
      'file',
      `No column contains the destinations. Map a column to the field url. The columns are: ${columns}.`,
    )
  return { ...layout, fields: Object.fromEntries(fields), unused }
}

/** The beginning of the file, and whether all of it is valid UTF-8. */
async function readThrough(content: AsyncIterable<Buffer>): Promise<{ start: Buffer; isUtf8: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start: Buffer = Buffer.alloc(0)
  let isUtf8 = true
  for await (const chunk of content) {
    if (start.length === 0) start = chunk.subarray(0, 2 * longestRow)
    isUtf8 &&= isValid(decoder, chunk)
    if (!isUtf8) break
  }
  return { start, isUtf8: isUtf8 && isValid(decoder) }
}

function isValid(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false
    throw error
  }
}
