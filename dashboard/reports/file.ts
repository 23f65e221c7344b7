import { csvLine } from '../format/csv.ts'
import { saveFile } from '../parts/save-file.ts'
import type { Line } from './rows.ts'

/** With a line of names. */
export function writeCsv(lines: readonly Line[]): string {
  const names = Object.keys(lines[0] ?? {})
  return [names, ...lines.map((line) => names.map((name) => line[name] ?? null))].map(csvLine).join('')
}

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' }

/** Hands the lines to the browser as a file. */
export function saveLines(name: string, format: 'csv' | 'json', lines: readonly Line[]): void {
  saveFile(`${name}.${format}`, [format === 'csv' ? writeCsv(lines) : JSON.stringify(lines, null, 2)], types[format])
}
