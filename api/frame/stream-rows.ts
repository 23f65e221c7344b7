import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'

/**
 * Streams rows page by page as the text of a file. The first page is awaited, so that a failure until then is a normal
 * error. After that, only a broken connection can indicate that rows are missing.
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

/** Puts an apostrophe before values that a spreadsheet would run as a formula. */
const writeCsv = (rows: readonly unknown[][]): string =>
  stringify([...rows], { escape_formulas: true, cast: { boolean: String } })
