type Cell = string | number | null

/** A line of RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(writeCell).join(',')}\r\n`

/** What a spreadsheet would take for a formula is text: whoever named a link could otherwise have it run something. */
function writeCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** With a line of names. */
export function writeCsv(lines: readonly Readonly<Record<string, Cell>>[]): string {
  const names = Object.keys(lines[0] ?? {})
  return [names, ...lines.map((line) => names.map((name) => line[name] ?? null))].map(csvLine).join('')
}
