import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import { keepApostrophe } from '#core/csv-escape.ts'
import { csvColumns } from './csv-columns.ts'

export type RowFormat = 'csv' | 'ndjson' | 'json'

export const rowMediaTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson',
  json: 'application/json; charset=utf-8',
} as const satisfies Record<RowFormat, string>

/**
 * Streams rows page by page as the text of a file. The first page is awaited, so that a failure until then is a normal
 * error. After that, only a broken connection can indicate that rows are missing.
 */
export async function streamRows<Row extends z.ZodObject>(
  pages: AsyncGenerator<z.input<Row>[]>,
  row: Row,
  format: RowFormat,
): Promise<Readable> {
  const first = await pages.next()
  const { head, write, foot } = writers[format](row)
  async function* texts() {
    if (head !== '') yield head
    let isFirst = true
    for (let page = first; page.done !== true; page = await pages.next()) {
      if (page.value.length === 0) continue
      const rows = page.value.map((each) => row.parse(each))
      yield write(rows, isFirst)
      isFirst = false
    }
    if (foot !== '') yield foot
  }
  return Readable.from(texts(), { objectMode: false })
}

interface Writer {
  head: string
  write: (rows: Record<string, unknown>[], isFirst: boolean) => string
  foot: string
}

const writers: Record<RowFormat, (row: z.ZodObject) => Writer> = {
  csv: (row) => {
    const columns = csvColumns(row)
    return {
      head: writeCsv([columns.map(({ name }) => name)]),
      write: (rows) => writeCsv(rows.map((each) => columns.map(({ read }) => read(each)))),
      foot: '',
    }
  },
  ndjson: () => ({ head: '', write: (rows) => rows.map((each) => `${JSON.stringify(each)}\n`).join(''), foot: '' }),
  json: () => ({
    head: '[',
    write: (rows, isFirst) => `${isFirst ? '' : ','}\n${rows.map((each) => JSON.stringify(each)).join(',\n')}`,
    foot: '\n]\n',
  }),
}

/** Puts an apostrophe before values that a spreadsheet would run as a formula. */
const writeCsv = (rows: readonly unknown[][]): string =>
  stringify([...rows], { escape_formulas: true, cast: { boolean: String, string: keepApostrophe } })
