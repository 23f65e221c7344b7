import type { ImportField, ImportSource } from '#schemas/imports.ts'
import { invalidField } from '../api-error.ts'
import { matchColumns } from './csv-columns.ts'
import { type Encoding, readLayout, type TableLayout } from './table-head.ts'

/** Columns that a message lists. */
const mostListed = 20

interface Asked {
  source: ImportSource
  /** Columns by field, as the user chose them. */
  mapping: { readonly [Field in ImportField]?: string | undefined }
}

/** How a file is read. `fields` are the indexes of its columns. */
export type Table = TableLayout & { fields: { [Field in ImportField]?: number }; unused: string[] }

/** How a table is read, from its beginning. Throws ApiError if it is not a table of links. */
export function readTable(start: Buffer, encoding: Encoding, { source, mapping }: Asked): Table {
  const layout = readLayout(start, encoding)
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
