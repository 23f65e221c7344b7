import { encodeLength, encodeTexts } from './native-texts.ts'

/** How to encode the values of a column. */
export interface Column<Value> {
  /** The ClickHouse type. If the table's type is different, the server converts the values. */
  type: string
  start(): ColumnWriter<Value>
}

export interface ColumnWriter<Value> {
  add(values: readonly Value[]): void
  /** Returns everything added so far. */
  end(): readonly Uint8Array[]
}

/** One table column per field of a row, with the same name. */
export type Columns<Row> = { readonly [Name in keyof Row]: Column<Row[Name]> }

/** Few enough to stay in the CPU cache while all columns are written. */
const rowsAtOnce = 256

/**
 * Encodes rows in ClickHouse's Native format (https://clickhouse.com/docs/native-protocol/columns): one block, column by
 * column, as the server stores them. The server parses a click in a quarter of the time that JSON takes.
 */
export function encodeRows<Row>(columns: Columns<Row>, rows: readonly Row[]): Buffer {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const written = names.map((name) => ({ name, type: columns[name].type, writer: columns[name].start() }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    for (const { name, writer } of written) writer.add(some.map((row) => row[name]))
  }
  return Buffer.concat([
    encodeLength(names.length),
    encodeLength(rows.length),
    ...written.flatMap(({ name, type, writer }) => [encodeTexts([name, type]), ...writer.end()]),
  ])
}
