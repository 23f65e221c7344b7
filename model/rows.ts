import type { CursorPosition } from '#core/cursor.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'

/** The part of a list that a statement selects. */
export interface Page {
  limit: number
  offset: number
}

export interface PageFrom extends Page {
  /** The page begins after it. */
  cursor: CursorPosition | undefined
}

/** Rows after the cursor, which keeps microseconds, as Postgres does; a Date would round them away and lose rows. */
export function isAfter(
  sql: Sql,
  table: 'links' | 'qr_codes' | 'campaigns' | 'ab_tests',
  order: 'asc' | 'desc',
  cursor: CursorPosition,
) {
  const row = sql`(${sql(`${table}.created_at`)}, ${sql(`${table}.id`)})`
  const start = sql`(${cursor.created_at}::text::timestamptz, ${cursor.id}::uuid)`
  return order === 'asc' ? sql`${row} > ${start}` : sql`${row} < ${start}`
}

/** The position of a row for a cursor. */
export const positionOf = (sql: Sql, table: 'links' | 'qr_codes' | 'campaigns' | 'ab_tests') =>
  sql`to_char(${sql(`${table}.created_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`

/** Rows of an export in memory at a time. */
const rowsAtOnce = 500

/** All rows of a list, page by page, each from where the previous one ended. Between two pages no connection is in use. */
export async function* readPages<Row extends { id: string; position: string }>(
  select: (page: PageFrom) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let cursor: CursorPosition | undefined; ; ) {
    const rows = await select({ cursor, limit: rowsAtOnce, offset: 0 })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    cursor = { created_at: last.position, id: last.id }
  }
}

/** The number of rows of a source: a table with its joins and conditions. */
export async function countRows(sql: Sql | Tx, source: Part): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from ${source}`
  return row?.count ?? 0
}

/** Whether a source has any row. */
export async function hasRows(sql: Sql | Tx, source: Part): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select exists (select from ${source}) as exists`
  return row?.exists === true
}

/** The ids that a statement returns. */
export async function idsOf(statement: Promise<readonly { id: string }[]>): Promise<string[]> {
  return (await statement).map(({ id }) => id)
}

/** The one row of a statement that always returns one. */
export function theRow<Row>([row]: readonly Row[], fault: string): Row {
  if (row === undefined) throw new Error(fault)
  return row
}
