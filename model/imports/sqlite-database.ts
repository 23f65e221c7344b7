import sqlite from 'node-sqlite3-wasm'
import { z } from 'zod'

const rowsAtOnce = 1_000
/** Rows end at the first one beyond this. One row can have 13 million characters. */
const charactersAtOnce = 4_000_000
/** Longer texts are read as null: a destination can have up to 2,048 characters. */
const longestText = 65_536
const mostTables = 1_000
const mostColumns = 200
const firstRow = -(2n ** 63n)
/** Columns with these names would hide the number of the row. */
const rowNumbers = /^(rowid|oid|_rowid_)$/i

export type SqliteRowNumber = number | bigint

interface SqliteTable {
  name: string
  columns: string[]
}

interface SqlitePage {
  rows: (string | null)[][]
  /** Where the next page begins; null after the last one. */
  next: SqliteRowNumber | null
}

const named = z.array(z.object({ name: z.string() }))
const described = z.array(z.object({ name: z.string(), hidden: z.number() }))
const rowOfTexts = z.object({ row: z.union([z.number(), z.bigint()]) }).catchall(z.string().nullable())

/** A file of SQLite that a user uploaded. Nothing in it is run: views, virtual tables and computed columns are left out. */
export class SqliteDatabase {
  readonly #database: InstanceType<typeof sqlite.Database>

  constructor(path: string) {
    this.#database = new sqlite.Database(path, { readOnly: true, fileMustExist: true })
    this.#database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma cache_size = -8000')
  }

  readTables(): SqliteTable[] {
    const tables = this.#database.all(`
      select name
      from sqlite_schema
      where type = 'table' and rootpage > 0 and octet_length(name) < 200
      limit ${mostTables}`)
    return named.parse(tables).flatMap(({ name }) => {
      const columns = described.parse(this.#database.all('select name, hidden from pragma_table_xinfo(?)', name))
      const isPlain =
        columns.length <= mostColumns && columns.every((column) => column.hidden === 0 && !rowNumbers.test(column.name))
      return isPlain ? [{ name, columns: columns.map((column) => column.name) }] : []
    })
  }

  /** Rows of a table in the order of their numbers. */
  readRows(table: string, columns: readonly string[], from: SqliteRowNumber | null): SqlitePage {
    const values = columns.map(
      (column, index) =>
        `case when octet_length(${quote(column)}) <= ${longestText} then cast(${quote(column)} as text) end as v${index}`,
    )
    const statement = this.#database.prepare(
      `select rowid as row, ${values.join()}
      from ${quote(table)}
      where rowid >= ?
      order by rowid
      limit ${rowsAtOnce}`,
    )
    const rows: (string | null)[][] = []
    let [last, characters]: [SqliteRowNumber | null, number] = [null, 0]
    try {
      for (const found of statement.iterate(from ?? firstRow)) {
        const row = rowOfTexts.parse(found)
        // A damaged file can have its rows in any order, and would never end.
        if (row.row < (from ?? firstRow) || (last !== null && row.row <= last))
          throw new Error('the rows are not in order')
        last = row.row
        rows.push(columns.map((_, index) => row[`v${index}`] ?? null))
        characters += columns.reduce((sum, _, index) => sum + (row[`v${index}`]?.length ?? 0), 0)
        if (characters > charactersAtOnce) break
      }
    } finally {
      statement.finalize()
    }
    const isLast = rows.length < rowsAtOnce && characters <= charactersAtOnce
    return { rows, next: isLast || last === null ? null : BigInt(last) + 1n }
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
