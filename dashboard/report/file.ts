import type { Line } from './rows.ts'

/** RFC 4180, with a line of names. A spreadsheet would run what begins like a formula: such text gets an apostrophe before it. */
export function writeCsv(lines: readonly Line[]): string {
  const names = Object.keys(lines[0] ?? {})
  const rows = [names, ...lines.map((line) => names.map((name) => line[name] ?? ''))]
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' }

/** Hands the lines to the browser as a file. */
export function saveFile(name: string, format: 'csv' | 'json', lines: readonly Line[]): void {
  const text = format === 'csv' ? writeCsv(lines) : JSON.stringify(lines, null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: types[format] }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.${format}`
  link.click()
  URL.revokeObjectURL(address)
}
