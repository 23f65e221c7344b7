import { parse } from 'csv-parse/sync'
import { invalidField } from '../api-error.ts'
import { storable } from './storable-text.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How the text of a file is written. */
export interface TableLayout {
  encoding: Encoding
  delimiter: string
  header: string[]
}

const mostColumns = 200
/** Share of control characters in a text: a few get into titles with the clipboard. */
const mostControls = 0.001
/** Longest row in characters. A quote that is never closed makes a row of the rest of the file. */
export const longestRow = 128 * 1024

/** First bytes of files that are often mistaken for text. */
const packed: readonly [start: readonly number[], name: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive or an Excel workbook. Extract it, or save it as CSV,'],
  [[0x1f, 0x8b], 'compressed twice. Extract it,'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a Zstandard archive. Extract it,'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook. Save it as CSV,'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF. Save the table as CSV,'],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'an SQLite database. Export its table of links as CSV,'],
]

/** The encoding of a file from its first bytes, and whether all of it is valid UTF-8. Throws if it is not text. */
export function findEncoding(start: Buffer, isUtf8: boolean): Encoding {
  if (start.length === 0) throw refuse('The file is empty.')
  const found = packed.find(([bytes]) => bytes.every((byte, index) => start[index] === byte))
  if (found !== undefined) throw refuse(`The file is ${found[1]} and upload the CSV file.`)
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const zeros = [0, 1].map((offset) => start.filter((byte, index) => byte === 0 && index % 2 === offset).length)
  const [even = 0, odd = 0] = zeros.map((count) => count / (start.length / 2))
  // In UTF-16, most letters of a table have a zero in one of their two bytes.
  if (odd > 0.4 && even < 0.1) return 'utf-16le'
  if (even > 0.4 && odd < 0.1) return 'utf-16be'
  const controls = start.filter((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20)).length
  if (controls > start.length * mostControls) throw refuse('The file is not a text file. Upload a CSV file.')
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/** The delimiter and the header row. Throws if there is none. */
export function readLayout(start: Buffer, encoding: Encoding): TableLayout {
  const text = new TextDecoder(encoding).decode(start, { stream: true })
  const delimiter = findDelimiter(text)
  const header = readHeader(text, delimiter).map((name) => storable(name).trim())
  if (header.every((name) => name === '')) throw refuse('The file has no header row with the names of its columns.')
  if (header.length > mostColumns)
    throw refuse(`The file has ${header.length} columns. It can have up to ${mostColumns}.`)
  return { encoding, delimiter, header }
}

function findDelimiter(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/\r\n|\n|\r/, 1)
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: line.split(sign).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign
}

function readHeader(text: string, delimiter: string): string[] {
  try {
    const rows = parse(text, { ...csvOptions, record_delimiter: rowEnds(text), delimiter, to: 1 })
    return rows[0] ?? []
  } catch (error) {
    throw refuse(`The header row cannot be read: ${describeCsvError(error)}`)
  }
}

/** For every reader of the file. */
export const csvOptions = {
  bom: true,
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: longestRow,
} as const

/**
 * What ends a row, from the start of the file. Files of several systems can be joined, but the parser would take the first end for
 * the only one. A carriage return alone is one only in files of old systems, and may be in a value otherwise.
 */
export const rowEnds = (start: string): string[] => (start.includes('\n') ? ['\r\n', '\n'] : ['\r\n', '\n', '\r'])

/** A sentence about a fault in a CSV file. Throws other errors. */
export function describeCsvError(error: unknown): string {
  const { code, records } = error as { code?: string; records?: number }
  const place = records === undefined ? '' : ` in row ${records + 1}`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quotation mark${place} is not closed.`
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `A row is too long: a quotation mark${place} is not closed, or a value has more than ${longestRow.toLocaleString('en-US')} characters.`
  if (code === 'CSV_INVALID_CLOSING_QUOTE')
    return `Text follows a closing quotation mark${place}. Double the quotation marks inside values.`
  if (code === 'INVALID_OPENING_QUOTE')
    return `A quotation mark is inside a value${place}. Enclose the whole value in quotation marks, and double those inside.`
  if (code?.startsWith('CSV_')) return `The text is not valid CSV${place}.`
  throw error
}

const refuse = (message: string) => invalidField('file', message)
