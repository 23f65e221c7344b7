import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'

/**
 * Rows as they come, page by page, as the text of a file. The first page is awaited: what goes wrong until then is an error
 * as any other. After that only a cut connection can tell that rows are missing.
 */
export async function streamRows<Row extends z.ZodObject>(
  pages: AsyncGenerator<z.input<Row>[]>,
  row: Row,
  format: 'csv' | 'ndjson',
): Promise<Readable> {
  const first = await pages.next()
  async function* texts() {
    if (format === 'csv') yield writeCsv([Object.keys(row.shape)])
    for (let page = first; page.done !== true; page = await pages.next()) {
      yield writePage(page.value.map((each) => row.parse(each)))
    }
  }
  const writePage = (rows: Record<string, unknown>[]) =>
    format === 'csv' ? writeCsv(rows.map(Object.values)) : rows.map((each) => `${JSON.stringify(each)}\n`).join('')
  return Readable.from(texts(), { objectMode: false })
}

/** A spreadsheet would run what begins like a formula: such values get an apostrophe before them. */
const writeCsv = (rows: readonly unknown[][]): string =>
  stringify([...rows], { escape_formulas: true, cast: { boolean: String } })
