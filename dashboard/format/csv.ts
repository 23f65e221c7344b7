import { escapeFormula } from '#core/csv-escape.ts'

type Cell = string | number | null

/** A row of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(writeCell).join(',')}\r\n`

/** Formulas become text: otherwise the name of a link could run code in a spreadsheet. */
function writeCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = escapeFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The first row has the names. */
export function writeCsv(lines: readonly Readonly<Record<string, Cell>>[]): string {
  const names = Object.keys(lines[0] ?? {})
  return [names, ...lines.map((line) => names.map((name) => line[name] ?? null))].map(csvLine).join('')
}
