/** Names come from users: control characters must not reach the terminal. */
const plain = (value: unknown) => describeValue(value).replace(/\p{C}/gu, '')

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** One line for each member. */
export function printRecord(record: object, json = false): void {
  if (json) return printJson(record)
  const entries = Object.entries(record).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  for (const [name, value] of entries) process.stdout.write(`${name.padEnd(width)}  ${plain(value)}\n`)
}

type Cell = string | number | null | undefined

/** Columns as wide as their longest cell; numbers are aligned on the right. */
export function formatTable(head: string[], rows: Cell[][]): string {
  const cells = [head, ...rows.map((row) => row.map(plain))]
  const isNumber = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const pad = (cell: string, column: number) =>
    isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return cells.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('')
}

export function printTable(head: string[], rows: Cell[][]): void {
  process.stdout.write(formatTable(head, rows))
}
