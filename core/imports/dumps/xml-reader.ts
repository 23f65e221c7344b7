import { SaxesParser } from 'saxes'
import { FileError } from '../file-error.ts'
import type { TableHead } from './sql-heads.ts'
import type { TableRow } from './sql-reader.ts'

/** Characters of a text, or of a tag. */
const longestText = 256 * 1024
const mostColumns = 200
/** Elements inside each other. The parser remembers all that are open. */
const deepest = 100

/** Elements of a row of an RSS feed, which the export plugin of YOURLS writes, and their columns. */
const feedColumns: Readonly<Record<string, string>> = { guid: 'keyword', link: 'link', 'content:encoded': 'url' }
const feedTable = 'yourls_url'

interface Row {
  table: string
  columns: string[]
  values: (string | null)[]
}

/**
 * Reads the rows of some tables of an XML file in bounded memory: of phpMyAdmin (table, column), mysqldump --xml (table_data, row,
 * field), and an RSS feed (item). Entities of the file are not read. Throws FileError if it is broken.
 */
export class XmlReader {
  readonly #parser = new SaxesParser()
  readonly #wants: (table: TableHead) => boolean
  #rows: TableRow[] = []
  /** The table of mysqldump, around its rows. */
  #table = ''
  #row: Row | null = null
  /** The text of the current column. null outside of columns. */
  #text: string | null = null
  #sinceEvent = 0
  #depth = 0

  constructor(wants: (table: TableHead) => boolean) {
    this.#wants = wants
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes))
    this.#parser.on('closetag', ({ name }) => this.#close(name))
    for (const event of ['text', 'cdata'] as const) this.#parser.on(event, (text) => this.#add(text))
    this.#parser.on('error', (error) => {
      throw new FileError(`The XML file is broken: ${error.message}`)
    })
  }

  push(piece: string): TableRow[] {
    this.#sinceEvent += piece.length
    this.#parser.write(piece)
    // A text that never ends would be kept in memory.
    if (this.#sinceEvent > piece.length + longestText) throw tooLong()
    return this.#take()
  }

  end(): TableRow[] {
    this.#parser.close()
    return this.#take()
  }

  #take(): TableRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #open(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.#sinceEvent = 0
    this.#depth += 1
    if (this.#depth > deepest) throw new FileError('The XML file has too many elements inside each other.')
    const { name } = attributes
    if (tag === 'table_data' && name !== undefined) this.#table = name
    else if (tag === 'table' && name !== undefined) this.#row = newRow(name)
    else if (tag === 'row') this.#row = newRow(this.#table)
    else if (tag === 'item') this.#row = newRow(feedTable)
    else if ((tag === 'column' || tag === 'field') && name !== undefined) this.#startColumn(name, attributes)
    else if (feedColumns[tag] !== undefined) this.#startColumn(feedColumns[tag], attributes)
  }

  #startColumn(column: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#row === null) return
    if (this.#row.columns.length === mostColumns)
      throw new FileError(`The XML file has more than ${mostColumns} columns.`)
    this.#row.columns.push(column)
    this.#row.values.push(null)
    this.#text = attributes['xsi:nil'] === 'true' ? null : ''
  }

  #add(text: string): void {
    this.#sinceEvent = 0
    if (this.#text === null) return
    this.#text += text
    if (this.#text.length > longestText) throw tooLong()
  }

  #close(tag: string): void {
    this.#sinceEvent = 0
    this.#depth -= 1
    const row = this.#row
    if (row === null) return
    if (tag === 'column' || tag === 'field' || feedColumns[tag] !== undefined) {
      // phpMyAdmin writes a missing value as this word.
      const isMissing = tag === 'column' && this.#text === 'NULL'
      row.values[row.values.length - 1] = isMissing ? null : this.#text
      this.#text = null
    } else if (tag === 'table' || tag === 'row' || tag === 'item') {
      this.#row = null
      const table = { name: row.table, columns: row.columns }
      if (this.#wants(table)) this.#rows.push({ table, values: row.values })
    }
  }
}

const newRow = (table: string): Row => ({ table, columns: [], values: [] })

const tooLong = () =>
  new FileError(`The XML file has a value with more than ${longestText.toLocaleString('en-US')} characters.`)
