import { encodeLength, encodeTexts } from './native-texts.ts'

/** How the values of a column are written. */
export interface Column<Value> {
  /** As ClickHouse names it. Where the table has another one, the server converts the values. */
  type: string
  start(): ColumnWriter<Value>
}

export interface ColumnWriter<Value> {
  add(values: readonly Value[]): void
  /** All that was added. */
  end(): readonly Uint8Array[]
}

/** A column of the table for each field of a row, under the same name. */
export type Columns<Row> = { readonly [Name in keyof Row]: Column<Row[Name]> }

/** So few that what they hold stays in the processor's cache while column after column is written. */
const rowsAtOnce = 256

/**
 * Rows in ClickHouse's Native format (https://clickhouse.com/docs/native-protocol/columns): one block, column after column,
 * the way the server keeps them. Reading a click from it costs the server a quarter of what reading it from JSON does.
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
