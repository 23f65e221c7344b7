import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import type { HistoryActor } from '#schemas/history.ts'
import { countRows, type Page } from '../rows.ts'

export const historyYears = 1

/** Values of columns, as jsonb shows them. */
export type ColumnValues = Record<string, unknown>

export interface HistoryRow {
  id: string
  at: Date
  actor: HistoryActor
  restored_from: string | null
  before: ColumnValues
  after: ColumnValues
}

export interface HistoryFilter {
  object_id: string
  /** Only changes of this column. */
  column?: string | undefined
}

interface HistoryPart extends Page {
  /** The page begins after this entry. */
  cursor: string | undefined
}

/** Changes of an object, newest first. */
export async function selectHistory(
  sql: Sql,
  filter: HistoryFilter,
  { cursor, limit, offset }: HistoryPart,
): Promise<HistoryRow[]> {
  const isNext = cursor === undefined ? sql`true` : sql`place < ${placeOf(sql, filter.object_id, cursor)}`
  return await sql<HistoryRow[]>`
    select id, at, actor, restored_from, before, after
    from history
    where ${matches(sql, filter)} and ${isNext}
    order by place desc
    limit ${limit}
    offset ${offset}`
}

export const countHistory = (sql: Sql, filter: HistoryFilter): Promise<number> =>
  countRows(sql, sql`history where ${matches(sql, filter)}`)

const matches = (sql: Sql, { object_id, column }: HistoryFilter) =>
  sql`object_id = ${object_id} ${column === undefined ? sql`` : sql`and before ? ${column}`}`

const placeOf = (sql: Sql, objectId: string, entryId: string) =>
  sql`(select place from history where object_id = ${objectId} and id = ${entryId})`

/** The columns that have changed since an entry, as they were before it. undefined if the object has no such entry. */
export async function readEarlier(sql: Sql, objectId: string, entryId: string): Promise<ColumnValues | undefined> {
  const [row] = await sql<{ earlier: ColumnValues | null }[]>`
    select jsonb_object_agg(key, value) as earlier
    from (
      select distinct on (key) key, value
      from history
      cross join lateral jsonb_each(before)
      where object_id = ${objectId} and place >= ${placeOf(sql, objectId, entryId)}
      order by key, place
    ) as first`
  return row?.earlier ?? undefined
}

/** The columns that have changed since an entry, and the newest entry. undefined if the object has no such entry. */
export async function readEarlierState(
  sql: Sql,
  objectId: string,
  entryId: string,
): Promise<{ earlier: ColumnValues; newest: string | null } | undefined> {
  // Read first: a change in between then makes beginRollback() refuse.
  const [row] = await sql<{ newest: string | null }[]>`select ${newestOf(sql, objectId)} as newest`
  const earlier = await readEarlier(sql, objectId, entryId)
  return earlier && { earlier, newest: row?.newest ?? null }
}

/** The newest entry of an object. */
export const newestOf = (sql: Sql | Tx, objectId: string): Part =>
  sql`(select id from history where object_id = ${objectId} order by place desc limit 1)`
