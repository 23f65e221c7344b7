import { FileError } from '../file-error.ts'
import { readHead, type TableHead } from './sql-heads.ts'
import { endOfSkipped } from './sql-skip.ts'
import { type Dialect, readCopyLine, readTuple, skipSpace, type Value } from './sql-values.ts'

/** Characters of a row, such as a text that is never closed. */
const longestRow = 256 * 1024
/** Characters of the beginning of a statement: CREATE TABLE with all of its columns. */
const longestHead = 256 * 1024
const mostTables = 10_000

export interface TableRow {
  table: TableHead
  values: readonly Value[]
}

type State =
  | { kind: 'between' }
  /** A statement that is of no interest. `quote` is the end of the text or comment that it is in. */
  | { kind: 'skip'; quote: string }
  | { kind: 'values'; table: TableHead; isAfterRow: boolean }
  /** The lines of COPY. null if they are of no interest. */
  | { kind: 'copy'; table: TableHead | null }

/**
 * Reads the rows of some tables of a dump in bounded memory, statement by statement. A dump is pushed in pieces, and each returns
 * the rows that end in it. Throws FileError if it is broken.
 */
export class SqlReader {
  readonly #dialect: Dialect
  readonly #wants: (table: TableHead) => boolean
  readonly #columns = new Map<string, readonly string[]>()
  #text = ''
  #at = 0
  #state: State = { kind: 'between' }
  /** The end of the comment that the reader is in. */
  #comment: string | null = null
  #rows = 0

  constructor(dialect: Dialect, wants: (table: TableHead) => boolean) {
    this.#dialect = dialect
    this.#wants = wants
  }

  push(piece: string): TableRow[] {
    this.#text = this.#text.slice(this.#at) + piece
    this.#at = 0
    return this.#read(false)
  }

  end(): TableRow[] {
    const rows = this.#read(true)
    const { kind } = this.#state
    const isOpen = kind === 'values' || kind === 'copy' || (kind === 'skip' && this.#state.quote !== '')
    if (isOpen || this.#comment === '*/') throw incomplete()
    return rows
  }

  #read(isEnd: boolean): TableRow[] {
    const rows: TableRow[] = []
    while (this.#step(rows, isEnd));
    return rows
  }

  /** False if more text is needed. */
  #step(rows: TableRow[], isEnd: boolean): boolean {
    if (this.#comment !== null) return this.#endComment(this.#comment)
    const state = this.#state
    if (state.kind === 'skip') return this.#skip(state.quote, isEnd)
    if (state.kind === 'copy') return this.#readLine(state.table, rows)
    this.#at = skipSpace(this.#text, this.#at)
    const left = this.#text.length - this.#at
    // Two characters begin a comment.
    if (left === 0 || (left === 1 && !isEnd)) return false
    if (this.#startComment()) return true
    return state.kind === 'between' ? this.#startStatement(isEnd) : this.#readRow(state, rows)
  }

  #startComment(): boolean {
    const start = this.#text.slice(this.#at, this.#at + 2)
    const isLine = start === '--' || (start[0] === '#' && this.#dialect === 'mysql')
    if (isLine) this.#comment = '\n'
    else if (start === '/*') this.#comment = '*/'
    return this.#comment !== null
  }

  #endComment(end: string): boolean {
    const found = this.#text.indexOf(end, this.#at)
    this.#at = found === -1 ? Math.max(this.#at, this.#text.length - end.length + 1) : found + end.length
    if (found !== -1) this.#comment = null
    return found !== -1
  }

  #startStatement(isEnd: boolean): boolean {
    const sign = this.#text[this.#at]
    if (sign === ';') this.#at += 1
    // A command of psql takes a line.
    else if (sign === '\\') this.#comment = '\n'
    else return this.#readHead(isEnd)
    return true
  }

  #readHead(isEnd: boolean): boolean {
    const head = readHead(this.#text, this.#at, this.#dialect)
    const isLong = this.#text.length - this.#at >= longestHead
    if ((head === undefined || head?.kind === 'unfinished') && !isEnd && !isLong) return false
    if (head?.kind === 'unfinished') throw isLong ? longTable() : incomplete()
    if (head === undefined || head === null) {
      this.#state = { kind: 'skip', quote: '' }
      return true
    }
    this.#at = head.end
    const { name, columns } = head.table
    if (head.kind === 'create') {
      if (columns !== null && this.#columns.size < mostTables) this.#columns.set(name, columns)
      this.#state = { kind: 'skip', quote: '' }
      return true
    }
    const table = { name, columns: columns ?? this.#columns.get(name) ?? null }
    const isWanted = this.#wants(table)
    if (head.kind === 'copy') this.#state = { kind: 'copy', table: isWanted ? table : null }
    else this.#state = isWanted ? { kind: 'values', table, isAfterRow: false } : { kind: 'skip', quote: '' }
    return true
  }

  #readRow(state: Extract<State, { kind: 'values' }>, rows: TableRow[]): boolean {
    if (state.isAfterRow) {
      const sign = this.#text[this.#at]
      if (sign === ',' || sign === ';') this.#at += 1
      if (sign === ',') state.isAfterRow = false
      // ON DUPLICATE KEY UPDATE may follow.
      else this.#state = sign === ';' ? { kind: 'between' } : { kind: 'skip', quote: '' }
      return true
    }
    const row = readTuple(this.#text, this.#at, this.#dialect)
    if (row === null) throw this.#broken(state.table, 'cannot be read')
    if (row === undefined) {
      this.#refuseLong(state.table)
      return false
    }
    this.#at = row.end
    state.isAfterRow = true
    rows.push(this.#check(state.table, row.value))
    return true
  }

  #readLine(table: TableHead | null, rows: TableRow[]): boolean {
    // The position is that of the line break before the line.
    const end = this.#text.indexOf(table === null ? '\n\\.' : '\n', this.#at + 1)
    if (table === null && this.#text.startsWith('\n\\.', this.#at)) return this.#endCopy(this.#at)
    if (end === -1) {
      if (table === null) this.#at = Math.max(this.#at, this.#text.length - 2)
      else this.#refuseLong(table)
      return false
    }
    if (table === null) return this.#endCopy(end)
    const line = this.#text.slice(this.#at + 1, end).replace(/\r$/, '')
    if (line === '\\.') return this.#endCopy(this.#at)
    rows.push(this.#check(table, readCopyLine(line)))
    this.#at = end
    return true
  }

  /** The position is that of the line break before the last line. */
  #endCopy(at: number): boolean {
    this.#at = at + '\n\\.'.length
    this.#state = { kind: 'between' }
    return true
  }

  #skip(quote: string, isEnd: boolean): boolean {
    const skipped = endOfSkipped(this.#text, this.#at, { quote, dialect: this.#dialect, isEnd })
    this.#at = skipped.at
    if (skipped.quote === ';') this.#state = { kind: 'between' }
    else this.#state = { kind: 'skip', quote: skipped.quote }
    return skipped.quote === ';'
  }

  #check(table: TableHead, values: readonly Value[]): TableRow {
    this.#rows += 1
    if (table.columns !== null && values.length !== table.columns.length)
      throw this.#broken(table, `has ${values.length} values instead of ${table.columns.length}`, 0)
    return { table, values }
  }

  #refuseLong(table: TableHead): void {
    if (this.#text.length - this.#at > longestRow)
      throw this.#broken(
        table,
        `has more than ${longestRow.toLocaleString('en-US')} characters, or a value with an unclosed quotation mark`,
      )
  }

  #broken({ name }: TableHead, fault: string, next = 1): FileError {
    return new FileError(`The dump is broken: row ${this.#rows + next}, in the table ${name}, ${fault}.`)
  }
}

const incomplete = () => new FileError('The dump is incomplete: it ends inside a statement. Export it again.')

const longTable = () =>
  new FileError(
    `The dump is broken: a CREATE TABLE has more than ${longestHead.toLocaleString('en-US')} characters, or is not closed.`,
  )
